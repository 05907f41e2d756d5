import type { ErrorCode } from '@airdeck/contract/error/code';

/** Events between features within a process; events for all processes go through the feed. */
export interface BusEvents {
  /** Organizations, places, devices or standards changed. */
  'registry.changed': Record<string, never>;
  /** Streams of the session must close; `code` is the reason. */
  'session.ended': { sessionId: string; code: ErrorCode };
}
