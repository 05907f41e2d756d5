import type { Meter, Organization } from './picture.ts';

/** A message of a device, with what is known of its sender. */
export interface DeviceMessage {
  organization: Organization;
  deviceCode: string;
  /** null: nobody has registered this code. */
  meter: Meter | null;
  payload: Buffer;
  ip: string;
}
