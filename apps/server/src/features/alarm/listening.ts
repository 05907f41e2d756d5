import type { Clock } from '../../platform/clock.ts';

/** The two clocks may drift apart by so much from look to look; more, and somebody has set one. */
const JUMP_MS = 30_000;
/** Who has not looked for so long stood still, and heard nobody. */
const STOOD_STILL_MS = 60_000;

export interface Listening {
  /** Since when the server has heard everybody without a break, epoch milliseconds. */
  since(): number;
  /** Looks whether it does. Call it every few seconds. */
  look(): Promise<void>;
}

export interface ListeningOptions {
  clock: Clock;
  /** Milliseconds that never jump. */
  monotonic(): number;
  /** Whether devices can be heard now, and what they said is known here. */
  isHearing(): Promise<boolean>;
}

/** A server that was away, stood still or whose clock was set must not take that for the silence of all its meters. */
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
