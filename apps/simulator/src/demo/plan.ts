import { setImmediate as breathe } from 'node:timers/promises';
import { DAY_MS } from '@airdeck/domain/duration';
import type { RoomState } from '../building/room.ts';
import { copyState, startRoom } from '../building/start-room.ts';
import type { DemoState, Job, RoomStates } from './demo-state.ts';
import { type MeterRun, nextFrameTime } from './meter-run.ts';
import { stepMeter } from './run-meter.ts';

/** A period of the past to be filled: from < time ≤ to, epoch ms. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Periods that the screens need first: the last 24 hours, and the same day one, two and three weeks ago. */
const FIRST = [0, 7, 14, 21];

/** Splits the past between `from` and `to` into days of 24 hours, in filling order. */
export function orderedSpans(from: number, to: number): Span[] {
  const days = Math.max(0, Math.ceil((to - from) / DAY_MS));
  const rest = Array.from({ length: days }, (_, day) => day).filter((day) => !FIRST.includes(day));
  const order = [...FIRST.filter((day) => day < days), ...rest];
  return order.map((day) => ({ from: Math.max(from, to - (day + 1) * DAY_MS), to: to - day * DAY_MS }));
}

export interface Plan {
  /** The periods to fill, most urgent first. */
  readonly jobs: Job[];
  /** The rooms' present states, to continue from. */
  readonly live: RoomStates;
}

/** Simulates the periods once without sending, and saves the room at the beginning of each. */
async function liveThrough(
  run: MeterRun,
  state: RoomState,
  spans: readonly Span[],
  starts: readonly number[],
  keep: (span: Span, state: RoomState) => void,
): Promise<void> {
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    keep(span, copyState(state));
    while (nextFrameTime(run, state.time) <= span.to) stepMeter(run, state, starts);
    // The event loop must not be blocked for weeks of the past.
    await breathe();
  }
}

/**
 * The periods missing up to `now`: the last `days` if nothing was `kept`; otherwise the time after the last
 * acknowledged frame, and periods that an earlier start left unfilled.
 */
export async function planHistory(
  runs: readonly MeterRun[],
  kept: DemoState | null,
  { now, days, starts }: { now: number; days: number; starts: readonly number[] },
): Promise<Plan> {
  const earliest = now - days * DAY_MS;
  const known = Object.values(kept?.live ?? {}).map(({ time }) => time);
  const from = Math.max(earliest, known.length === 0 ? earliest : Math.min(...known));
  const spans = orderedSpans(from, now);
  const jobs: Job[] = spans.map(({ to }) => ({ to, states: {} }));
  const live: RoomStates = {};
  for (const run of runs) {
    const before = kept?.live[run.key];
    const state = before !== undefined && before.time >= earliest ? before : startRoom(run.room, from);
    await liveThrough(run, state, spans, starts, (span, then) => {
      const job = jobs[spans.indexOf(span)];
      if (job !== undefined) job.states[run.key] = then;
    });
    live[run.key] = state;
  }
  const older = (kept?.jobs ?? []).filter(({ to }) => to > earliest);
  return { jobs: [...jobs, ...older], live };
}
