import type { AlarmSource } from '@airdeck/contract/standard/built-in';
import type { Meter, Organization, Purifier, Sensor } from '../../registry/snapshot.ts';

/**
 * The state of one condition (a code) of one subject: a part of a meter, a meter, a gateway, a local server, a decoder or
 * the server.
 */
export interface SubjectCondition {
  /** null: the server itself. */
  readonly organization: Organization | null;
  readonly gateway?: string;
  readonly localServer?: { readonly id: number; readonly name: string };
  readonly decoder?: { readonly id: number; readonly name: string };
  readonly meter?: Meter;
  readonly sensor?: Sensor;
  readonly purifier?: Purifier;
  readonly code: string;
  readonly source: AlarmSource;
  readonly holds: boolean;
  readonly isFresh: boolean;
  /** A report of a single event. With severity INFO it may end at once, without a report of the end. */
  readonly isEvent?: boolean;
  /**
   * Epoch milliseconds. `since`: start of the run of bad values; `time`: when the condition began to hold, or ended.
   */
  readonly since: number;
  readonly time: number;
  /** Readings that arrived late show other times of an alarm that is open: the start of its run, and when it occurred. */
  readonly correction?: { readonly since: number; readonly occurred: number };
  readonly value?: number;
  readonly bound?: number;
  readonly detail?: string;
}

/** Disabled meters, and meters of disabled organizations, are not monitored and have no alarms. */
export const isInUse = (meter: Meter): boolean => meter.use === 'Y' && meter.organization.use === 'Y';

export const ofMeter = (meter: Meter) => ({ organization: meter.organization, meter });
export const ofSensor = (sensor: Sensor) => ({ ...ofMeter(sensor.meter), sensor });
export const ofPurifier = (purifier: Purifier) => ({ ...ofMeter(purifier.meter), purifier });
