import type { ErrorCode } from '@airdeck/contract/error/code';
import type { PurifierState } from '@airdeck/contract/purifier/schema';

/** A frame after its COMMIT. channels and ticks go together (domain/channel, domain/stored-value). */
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

/** What features tell each other. */
export interface BusEvents {
  'frames.stored': StoredFrame[];
  /** At start: frames that were stored, but not seen by everybody before the last stop. */
  'frames.caught-up': StoredFrame[];
  'purifier.reported': PurifierReport[];
  'device.status': { meterId: number; status: 'ONLINE' | 'OFFLINE'; time: number };
  /** Organizations, places, devices or standards were changed. */
  'registry.changed': Record<string, never>;
  /** Streams of the session must close; code says why. */
  'session.ended': { sessionId: string; code: ErrorCode };
  'rollup.updated': { meterIds: number[] };
}
