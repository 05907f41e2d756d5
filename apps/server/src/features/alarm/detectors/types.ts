import type { AlarmSource, BuiltInError, ServerError } from '@airdeck/contract/standard/built-in';
import type { DeviceErrorEvent, PurifierReport, StoredFrame } from '../../../feed/entry.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { AlarmAt, StandingRow } from '../alarm-queries.ts';
import type { AlarmRuleSet } from '../alarm-rule-set.ts';
import type { PartitionStates } from '../partition-states.ts';
import type { SubjectCondition } from '../subject-condition.ts';

/** The data that every detector can use. */
export interface DetectorContext {
  readonly snapshot: RegistrySnapshot;
  readonly ruleSet: AlarmRuleSet;
  /** Start of the current uninterrupted listening period (see `Listening`), epoch milliseconds. */
  readonly listening: number;
  readonly now: number;
}

/** The caller holds the lock of the meters: only one process evaluates them. */
export interface LockedContext extends DetectorContext {
  /** Standing alarms of these meters, of all gateways and of all local servers. */
  readonly standing: readonly StandingRow[];
}

/** Context of a batch of the feed. */
export interface BatchContext extends LockedContext {
  readonly states: PartitionStates;
}

/** A problem of the server itself, with the code of its alarm. */
export interface ServerTrouble {
  code: ServerError;
  holds: boolean;
  /** Technical text about it. */
  detail?: string;
}

/** The entries of a batch of the feed, for the meters of one lock. */
export interface Batch {
  /** The frames of each feed row in the order of their times. */
  readonly frames: readonly StoredFrame[];
  /** Meters whose connection state has changed. */
  readonly statusOf: readonly number[];
  readonly errors: readonly DeviceErrorEvent[];
  readonly reports: readonly PurifierReport[];
}

/** One of `slices` equal parts of all meters or purifiers; one part is checked in each sweep. */
export interface Slice {
  readonly slice: number;
  readonly slices: number;
}

/**
 * Decides whether the conditions of one source hold. It ends only alarms of its own source. An omitted condition stays
 * as it is; an ended one is returned with `holds: false`. Each part is optional, and states when it runs.
 */
export interface Detector {
  /** Stored with each alarm that it raises. */
  readonly source: AlarmSource;
  /** Codes of its alarms; none where a rule or the device names the code. */
  readonly codes: readonly (BuiltInError | ServerError)[];
  /** Its `onSites` or the list of its candidates reads all meters: with hundreds of thousands not in every sweep. */
  readonly readsAllMeters?: true;
  /** After each batch of messages. Each round holds at most one condition for a subject and code; most need one round. */
  readonly onMessages?: (tx: Tx, batch: Batch, context: BatchContext) => Promise<SubjectCondition[][]>;
  /** In every sweep, without a lock: a round over all meters or purifiers takes `sweeps` sweeps of 5 s. */
  readonly onSweep?: {
    readonly sweeps: number;
    readonly find: (db: Db, context: DetectorContext, slice: Slice) => Promise<SubjectCondition[]>;
  };
  /** In every sweep: meters that may have changed are found without a lock, and evaluated under it. */
  readonly onCandidates?: {
    readonly list: (db: Db, now: number) => Promise<number[]>;
    readonly evaluate: (tx: Tx, meterIds: readonly number[], context: LockedContext) => Promise<SubjectCondition[]>;
  };
  /** In every sweep, before all meters: conditions of gateways, of local servers, of decoders and of the server itself. */
  readonly onSites?: (
    tx: Tx,
    context: LockedContext,
    troubles: readonly ServerTrouble[],
  ) => Promise<{ conditions: SubjectCondition[]; gone?: AlarmAt[] }>;
}
