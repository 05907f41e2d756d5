import type { Retention } from '@airdeck/domain/retention';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Thresholds } from '@airdeck/domain/threshold';

/** A thing with a name in Korean (or whatever the registry speaks) and, where given, in English. */
export interface Named {
  id: number;
  name: string;
  nameEn: string | null;
}

export interface Organization extends Named {
  /** The snapshot's revision with which something of it, or below it, changed last. */
  revision: number;
  code: string;
  timeZone: string;
  use: 'Y' | 'N';
  enrolmentHash: Buffer | null;
  /** Codes that nobody registered and somebody blocked. */
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

/** A device, by the names that stand in its topics. */
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

/** The day from which thresholds hold, newest first. */
export type StandardHistory = { validFrom: string; thresholds: Thresholds }[];

/**
 * Everything that is registered. A change is applied to it in one step, between two pieces of synchronous work: its
 * lists are replaced and never changed, so that whoever walks through one sees one state. Another change, another
 * object with another revision.
 */
export interface RegistrySnapshot {
  /** Counts the changes. */
  revision: number;
  organizations: Map<number, Organization>;
  offices: Map<number, Office>;
  departments: Map<number, Department>;
  meters: Map<number, Meter>;
  sensors: Map<number, Sensor>;
  purifiers: Map<number, Purifier>;
  organizationsByCode: Map<string, Organization>;
  /** By `{organization code}:{device code}`. */
  metersByCode: Map<string, Meter>;
  credentials: Map<string, Credential>;
  standards: Map<number, StandardHistory>;
  /** Of organizations that have said something about it. */
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

/** Order of lists of what is registered: by name, and by age among the same. */
export const byName = (a: Named, b: Named): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);
