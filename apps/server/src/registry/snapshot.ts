import type { Retention } from '@airdeck/domain/retention';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Thresholds } from '@airdeck/domain/threshold';

/** An object with a name in the registry's language (usually Korean) and optionally in English. */
export interface Named {
  id: number;
  name: string;
  nameEn: string | null;
}

export interface Organization extends Named {
  /** Revision of the snapshot at the last change of the organization or anything below it. */
  revision: number;
  code: string;
  timeZone: string;
  use: 'Y' | 'N';
  enrolmentHash: Buffer | null;
  /** Blocked codes of unregistered devices. */
  blockedCodes: ReadonlySet<string>;
  offices: Office[];
}

export interface Office extends Named {
  organization: Organization;
  departments: Department[];
}

export interface Department extends Named {
  office: Office;
  meters: Meter[];
}

export interface Meter extends Named {
  organization: Organization;
  department: Department;
  code: string;
  type: string;
  intervalS: number;
  use: 'Y' | 'N';
  /** Sensors in use, by channel. */
  sensors: Map<number, Sensor>;
  purifiers: Purifier[];
}

/** A device, with the codes used in its topics. */
export type NamedDevice = Pick<Meter, 'id' | 'code'> & { organization: Pick<Organization, 'id' | 'code'> };

export interface Sensor {
  id: number;
  meter: Meter;
  type: SensorType;
  sequence: number;
  channel: number;
  name: string;
}

export interface Purifier extends Named {
  meter: Meter;
  number: number;
  model: string | null;
}

export interface Credential {
  organization: Organization;
  code: string;
  kind: 'DEVICE' | 'GATEWAY';
  meterId: number | null;
  secretHash: Buffer;
}

/** Thresholds by the day from which they apply, newest first. */
export type StandardHistory = { validFrom: string; thresholds: Thresholds }[];

/**
 * The whole registry in memory. A change is applied in one step, between two pieces of synchronous work. Lists are
 * replaced, never mutated, so that an iteration sees one state. Each change creates a new object with a new revision.
 */
export interface RegistrySnapshot {
  /** Incremented with each change. */
  revision: number;
  organizations: Map<number, Organization>;
  offices: Map<number, Office>;
  departments: Map<number, Department>;
  meters: Map<number, Meter>;
  sensors: Map<number, Sensor>;
  purifiers: Map<number, Purifier>;
  organizationsByCode: Map<string, Organization>;
  /** Meters by `{organization code}:{device code}`. */
  metersByCode: Map<string, Meter>;
  credentials: Map<string, Credential>;
  standards: Map<number, StandardHistory>;
  /** Only of organizations that have set it. */
  retentions: Map<number, Retention>;
}

export const emptySnapshot = (): RegistrySnapshot => ({
  revision: 0,
  organizations: new Map(),
  offices: new Map(),
  departments: new Map(),
  meters: new Map(),
  sensors: new Map(),
  purifiers: new Map(),
  organizationsByCode: new Map(),
  metersByCode: new Map(),
  credentials: new Map(),
  standards: new Map(),
  retentions: new Map(),
});

export const deviceKey = (organizationCode: string, deviceCode: string): string => `${organizationCode}:${deviceCode}`;

/** Sorts by name, then by id. */
export const byName = (a: Named, b: Named): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);
