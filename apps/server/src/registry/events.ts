import type { ErrorCode } from '@airdeck/contract/error/code';

/** What features tell each other within a process; what must reach all of them goes through the feed. */
export interface BusEvents {
  /** Organizations, places, devices or standards were changed. */
  'registry.changed': Record<string, never>;
  /** Streams of the session must close; code says why. */
  'session.ended': { sessionId: string; code: ErrorCode };
}
