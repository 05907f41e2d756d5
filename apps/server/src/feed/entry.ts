import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { CommandState } from '@airdeck/domain/control/command-state';

/**
 * A frame that was added to the store. `channels` and `ticks` correspond by index (domain/channel,
 * domain/stored-value).
 */
export interface StoredFrame {
  meterId: number;
  /** When it was measured, in epoch milliseconds. */
  time: number;
  channels: number[];
  ticks: number[];
}

export interface PurifierReport {
  purifierId: number;
  meterId: number;
  /** Epoch milliseconds. */
  time: number;
  state: PurifierState;
}

export interface DeviceStatus {
  meterId: number;
  status: 'ONLINE' | 'OFFLINE';
  /** Epoch milliseconds. */
  time: number;
}

/** A device error began or ended; published in the transaction that updates its row. */
export interface DeviceErrorEvent {
  meterId: number;
  code: string;
  /** The device's report; absent for changes made in the console and in events from earlier versions. */
  report?: DeviceErrorReport | undefined;
}

export interface DeviceErrorReport {
  sensorId: number | null;
  purifierId: number | null;
  state: 'RAISED' | 'ENDED';
  /** Epoch milliseconds. */
  time: number;
  detail: string | null;
}

/** Alarm transitions. The alarm's row has the resulting state. */
export const ALARM_EVENT_KINDS = [
  'RAISED',
  'CAME_BACK',
  /** Recurred long after its end: the earlier acknowledgement no longer counts. */
  'REOPENED',
  'ENDED',
  /** Late readings changed its times. */
  'CORRECTED',
  'CLEARED',
  'ACKNOWLEDGED',
  'SHELVED',
  'UNSHELVED',
  /** Became a symptom of another alarm, or stopped being one. */
  'CAUSE',
  'HIDDEN',
  /** Hiding it was undone. */
  'RESTORED',
] as const;
export type AlarmEventKind = (typeof ALARM_EVENT_KINDS)[number];

export interface AlarmEvent {
  alarmId: number;
  /** null: an alarm of the server itself. */
  organizationId: number | null;
  meterId: number | null;
  event: AlarmEventKind;
  /** Epoch milliseconds. */
  time: number;
}

/** A command was requested or changed its state. */
export interface CommandEvent {
  commandId: number;
  organizationId: number;
  meterId: number;
  purifierId: number;
  state: CommandState;
}

export interface RegistryEvent {
  /** Id of the process that made the change and has already refreshed its own registry; null: a command-line tool. */
  from: string | null;
  /** The changed objects; null: possibly everything. */
  touch: { organizations: number[] | 'all'; meters: number[] } | null;
}

/** Devices connected to a process; their older connections to others are to be closed. */
export interface ConnectionsEvent {
  /** Id of the process. */
  from: string;
  connections: DeviceConnection[];
}

export interface DeviceConnection {
  /** Identifies the client: a digest of username and client id. */
  key: string;
  /** Identifies this entry within its process. */
  id: number;
  /** How long it had existed when this was published, ms: clocks of machines differ. */
  ageMs: number;
}

/**
 * An event in the feed. Frames contain only newly stored readings, no repeats. `row`: the row of the feed they came in,
 * for readers that do not decode all of it.
 */
export type FeedEntry =
  | { kind: 'frames'; frames: StoredFrame[]; row?: Buffer }
  | { kind: 'status'; status: DeviceStatus }
  | { kind: 'purifier'; report: PurifierReport }
  | { kind: 'registry'; word: RegistryEvent }
  | { kind: 'errors'; error: DeviceErrorEvent }
  | { kind: 'alarm'; alarm: AlarmEvent }
  | { kind: 'command'; command: CommandEvent }
  | { kind: 'connections'; event: ConnectionsEvent };

export type FeedKind = FeedEntry['kind'];
export type EntryOf<K extends FeedKind> = Extract<FeedEntry, { kind: K }>;

/** Kind numbers in the database. Never change a released number. */
export const KIND_NUMBERS: Readonly<Record<FeedKind, number>> = {
  frames: 1,
  status: 2,
  purifier: 3,
  registry: 4,
  errors: 5,
  alarm: 6,
  command: 7,
  connections: 8,
};

/** Number of partitions of the feed. Consumers share them; all events of a meter are in one partition, in order. */
const PARTITION_COUNT = 8;
export const PARTITIONS: readonly number[] = Array.from({ length: PARTITION_COUNT }, (_, partition) => partition);
export const partitionOf = (meterId: number): number => meterId % PARTITION_COUNT;

/** Partition of events that belong to no single meter; they are in one order. */
export const COMMON_PARTITION = 0;
