import type { Meter, Organization } from '../registry/snapshot.ts';

/** Acknowledges a message. An error closes the connection instead, and the device sends the message again. */
export type Done = (error?: Error) => void;

/** A message from a device, with its resolved sender. */
export interface DeviceMessage {
  organization: Organization;
  deviceCode: string;
  /** null: the code is not registered. */
  meter: Meter | null;
  payload: Buffer;
  ip: string;
  /** Of a last will: when its connection was lost, epoch milliseconds. */
  lostTime?: number;
  /** It came over a connection with the enrolment secret. */
  isEnrolled?: boolean;
  /** A retained message: it may be old, and without its own timestamp its age is unknown. */
  isRetained?: boolean;
}

/** A session at the broker of a site or of the installation. It speaks for all devices of one organization. */
export interface SiteIdentity {
  localServerId: number;
  organizationId: number;
}

/** Names a session: several organizations may share a broker. An alarm may be of no local server, or of no organization. */
export const siteKey = (site: Readonly<Record<keyof SiteIdentity, number | null>>): string =>
  `${site.localServerId}/${site.organizationId}`;
