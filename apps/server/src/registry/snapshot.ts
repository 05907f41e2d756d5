import type { CertificateGrade } from '@airdeck/contract/device/schema';
import type { PastState } from '@airdeck/contract/history/schema';
import type { MeterPeriod } from '@airdeck/domain/completeness';
import type { Retention } from '@airdeck/domain/retention';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { MaintenanceWindow } from './maintenance.ts';
import { SensorIndex } from './sensor-index.ts';

/** An object with a name in the registry's language (usually Korean) and optionally in English. */
export interface Named {
  id: number;
  name: string;
  nameEn: string | null;
}

/** A place keeps the revision of the snapshot at its last change, or at that of anything below it. */
interface Revised {
  revision: number;
}

export interface Organization extends Named, Revised {
  code: string;
  /** Former codes that still count at a login, oldest first. */
  aliases: readonly string[];
  timeZone: string;
  use: 'Y' | 'N';
  /** Random part of the address of its public page; null: the page is off. */
  publicSlug: string | null;
  enrolmentHash: Buffer | null;
  /** Blocked codes of unregistered devices. */
  blockedCodes: ReadonlySet<string>;
  offices: Office[];
  /** Past and planned ones too, in the order of their begin. */
  windows: readonly MaintenanceWindow[];
}

export interface Office extends Named, Revised {
  organization: Organization;
  departments: Department[];
}

export interface Department extends Named, Revised {
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
  /** Until when its readings may be of any age, epoch ms. */
  backfillUntil: number | null;
  /** Of a simple meter, for publications of its values; each part is null where it is not known. */
  certificate: { grade: CertificateGrade | null; number: string | null; until: string | null };
  /** Local day of its last calibration; null: not known. */
  calibrationDate: string | null;
  /** Whether the public page of its organization shows it. */
  isPublic: boolean;
  /** Its interval and use in the past, oldest first. */
  periods: readonly MeterPeriod[];
  sensors: Sensors;
  purifiers: readonly Purifier[];
  /** When it was deleted, epoch ms; null: it is registered. */
  deletedTime: number | null;
  /** Its deleted sensors and purifiers and those out of use. Only their history is read. */
  past: { sensors: readonly Sensor[]; purifiers: readonly Purifier[] };
}

/** Sensors in use, by channel. */
export interface Sensors {
  get(channel: number): Sensor | undefined;
  has(channel: number): boolean;
  /** Their channels, and with them their types. */
  keys(): Iterable<number>;
  values(): Iterable<Sensor>;
}

/** A device, with the codes used in its topics. */
export type NamedDevice = Pick<Meter, 'id' | 'code'> & { organization: Pick<Organization, 'id' | 'code'> };

export interface Sensor {
  readonly id: number;
  readonly meter: Meter;
  readonly type: SensorType;
  readonly sequence: number;
  readonly channel: number;
  readonly name: string;
  /** null: in use. */
  readonly state: PastState | null;
}

export interface Purifier extends Named {
  meter: Meter;
  number: number;
  model: string | null;
  /** null: in use. */
  state: PastState | null;
}

export interface Credential {
  readonly organization: Organization;
  readonly code: string;
  readonly kind: 'DEVICE' | 'GATEWAY';
  readonly meterId: number | null;
  readonly secretHash: Buffer;
  /** null: the enrolment secret does not admit the device. */
  readonly handOver: HandOver | null;
}

/** The delivery of its own secret to a claimed device, which may use the enrolment secret meanwhile. Times: epoch ms. */
export interface HandOver {
  /** A connection from here may receive the secret. */
  ip: string;
  closesTime: number;
  /** A connection that was opened before this may receive it too; null: only the address counts. */
  connectedBefore: number | null;
  isDelivered: boolean;
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
  /** Revision of the last change that removed meters. */
  removedRevision: number;
  organizations: Map<number, Organization>;
  offices: Map<number, Office>;
  departments: Map<number, Department>;
  meters: Map<number, Meter>;
  sensors: SensorIndex<Sensor>;
  purifiers: Map<number, Purifier>;
  /** Organizations by their codes and aliases. */
  organizationsByCode: Map<string, Organization>;
  /** Meters by `{organization code}:{device code}`; the code is the current one. */
  metersByCode: Map<string, Meter>;
  credentials: Map<string, Credential>;
  /** Deleted meters and places, and parts that are deleted or out of use. Only history reads them. */
  past: {
    offices: Map<number, Office>;
    departments: Map<number, Department>;
    meters: Map<number, Meter>;
    sensors: Map<number, Sensor>;
    purifiers: Map<number, Purifier>;
  };
  standards: Map<number, StandardHistory>;
  /** Only of organizations that have set it. */
  retentions: Map<number, Retention>;
}

export const emptySnapshot = (): RegistrySnapshot => {
  const meters = new Map<number, Meter>();
  return {
    revision: 0,
    removedRevision: 0,
    organizations: new Map(),
    offices: new Map(),
    departments: new Map(),
    meters,
    sensors: new SensorIndex<Sensor>(meters),
    purifiers: new Map(),
    organizationsByCode: new Map(),
    metersByCode: new Map(),
    credentials: new Map(),
    past: { offices: new Map(), departments: new Map(), meters: new Map(), sensors: new Map(), purifiers: new Map() },
    standards: new Map(),
    retentions: new Map(),
  };
};

/** Notes a change of a department or its meters. */
export const revise = ({ revision }: RegistrySnapshot, department: Department): void => {
  department.revision = revision;
  department.office.revision = revision;
  department.office.organization.revision = revision;
};

/** A registered or deleted meter. */
export const knownMeter = ({ meters, past }: RegistrySnapshot, id: number): Meter | undefined =>
  meters.get(id) ?? past.meters.get(id);

/** A meter's sensor, also one that is deleted or out of use. */
export const knownSensor = ({ sensors, past }: Meter, channel: number): Sensor | undefined =>
  sensors.get(channel) ?? past.sensors.find((sensor) => sensor.channel === channel);

/** The channels of a meter's sensors of a type, also of those deleted or out of use: their readings were taken. */
export const knownChannels = ({ sensors, past }: Meter, type: SensorType): number[] => [
  ...new Set([...sensors.values(), ...past.sensors].flatMap((each) => (each.type === type ? each.channel : []))),
];

export const stateOfMeter = ({ deletedTime, use }: Meter): PastState | null =>
  deletedTime !== null ? 'DELETED' : use === 'N' ? 'UNUSED' : null;

export const deviceKey = (organizationCode: string, deviceCode: string): string => `${organizationCode}:${deviceCode}`;

/** The codes that devices of an organization may use: its current one, then its aliases. */
export const codesOf = ({ code, aliases }: Pick<Organization, 'code' | 'aliases'>): string[] => [code, ...aliases];

/** Sorts by name, then by id. */
export const byName = (a: Named, b: Named): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);
