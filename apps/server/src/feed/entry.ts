import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { CommandState } from '@airdeck/domain/control/command-state';

/** A frame as it was added to the store. channels and ticks go together (domain/channel, domain/stored-value). */
export interface StoredFrame {
  meterId: number;
  /** Epoch milliseconds, as measured. */
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

/** A device's error began or ended, and its row says so. */
export interface DeviceErrorWord {
  meterId: number;
  code: string;
}

/** What happened to an alarm, besides what its row says. */
export const ALARM_EVENTS = [
  'RAISED',
  'CAME_BACK',
  /** It came back long after its end: whoever acknowledged it did so of another time. */
  'REOPENED',
  'ENDED',
  'CLEARED',
  'ACKNOWLEDGED',
  'SHELVED',
  'UNSHELVED',
  /** It became a symptom of another, or is none any more. */
  'CAUSE',
  'HIDDEN',
  /** It was hidden by mistake. */
  'RESTORED',
] as const;
export type AlarmEvent = (typeof ALARM_EVENTS)[number];

export interface AlarmWord {
  alarmId: number;
  /** null: the server's own. */
  organizationId: number | null;
  meterId: number | null;
  event: AlarmEvent;
  /** Epoch milliseconds. */
  time: number;
}

/** A command was asked for, or got another state. */
export interface CommandWord {
  commandId: number;
  organizationId: number;
  meterId: number;
  purifierId: number;
  state: CommandState;
}

export interface RegistryWord {
  /** The process that made the change, and has read it back itself; null: a command. */
  from: string | null;
  /** What was touched; null: anything. */
  touch: { organizations: number[] | 'all'; meters: number[] } | null;
}

/** What a row of the feed says. Of frames it holds what was really added: a repeat is not there. */
export type FeedEntry =
  | { kind: 'frames'; frames: StoredFrame[] }
  | { kind: 'status'; status: DeviceStatus }
  | { kind: 'purifier'; report: PurifierReport }
  | { kind: 'registry'; word: RegistryWord }
  | { kind: 'errors'; error: DeviceErrorWord }
  | { kind: 'alarm'; alarm: AlarmWord }
  | { kind: 'command'; command: CommandWord };

export type FeedKind = FeedEntry['kind'];
export type EntryOf<K extends FeedKind> = Extract<FeedEntry, { kind: K }>;

/** Numbers of the kinds, in the database: a number that has been released stays. */
export const KIND_NUMBERS: Readonly<Record<FeedKind, number>> = {
  frames: 1,
  status: 2,
  purifier: 3,
  registry: 4,
  errors: 5,
  alarm: 6,
  command: 7,
};

/** A consumer's work is divided by lanes, and a lane's rows come in order: all of a meter are in one. */
const LANE_COUNT = 8;
export const LANES: readonly number[] = Array.from({ length: LANE_COUNT }, (_, lane) => lane);
export const laneOf = (meterId: number): number => meterId % LANE_COUNT;

/** Lane of what belongs to no one meter. */
export const COMMON_LANE = 0;
