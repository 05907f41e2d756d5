import type { Meter, Organization } from './snapshot.ts';

/** Acknowledges a message; with an error it closes the connection that it came from, which will send it again. */
export type Done = (error?: Error) => void;

/** A message of a device, with what is known of its sender. */
export interface DeviceMessage {
  organization: Organization;
  deviceCode: string;
  /** null: nobody has registered this code. */
  meter: Meter | null;
  payload: Buffer;
  ip: string;
  /** A broker had kept it: it may be of long ago, and without a time of its own nobody knows of when. */
  isRetained?: boolean;
}

/** The broker at a site, which speaks for all devices of its organization. */
export interface SiteIdentity {
  localServerId: number;
  organizationId: number;
  organizationCode: string;
}
