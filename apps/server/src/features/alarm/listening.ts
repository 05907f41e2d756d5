import type { Clock } from '../../platform/clock.ts';

/**
 * Maximum drift between the wall clock and the monotonic clock from check to check; beyond it, someone set the clock.
 */
const JUMP_MS = 30_000;
/** A longer pause between checks means that the process was suspended. */
const STOOD_STILL_MS = 60_000;

export interface Listening {
  /** Start of the current uninterrupted listening period, epoch milliseconds. */
  since(): number;
  /** Checks whether the server hears devices now. Call it every few seconds. */
  look(): Promise<void>;
}

export interface ListeningOptions {
  clock: Clock;
  /** Monotonic clock, milliseconds. */
  monotonic(): number;
  /** Whether device messages arrive and have been processed here. */
  isHearing(): Promise<boolean>;
}

/**
 * Tracks since when the server has heard devices without a break. After downtime, a suspension or a clock change,
 * meters must not count as silent for the time in which the server could not hear them.
 */
export const createListening = ({ clock, monotonic, isHearing }: ListeningOptions): Listening => {
  let since = clock.now();
  let last = { now: since, monotonic: monotonic() };
  return {
    since: () => since,
    async look() {
      const hears = await isHearing();
      const looked = { now: clock.now(), monotonic: monotonic() };
      const passed = looked.monotonic - last.monotonic;
      const jumped = Math.abs(looked.now - last.now - passed) > JUMP_MS;
      if (!hears || jumped || passed > STOOD_STILL_MS) since = looked.now;
      last = looked;
    },
  };
};
