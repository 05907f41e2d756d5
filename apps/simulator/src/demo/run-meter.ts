import type { FrameMessage, PurifierStateMessage } from '@airdeck/contract/protocol/message';
import type { RoomState } from '../building/room.ts';
import { measure } from '../building/sensor.ts';
import { stepRoom } from '../building/step-room.ts';
import { airTroubleAt, stuckAt } from './incidents.ts';
import { isSilent, type MeterRun, nextFrameTime } from './meter-run.ts';
import { purifierReport } from './purifier-report.ts';
import { showAt, showUnusualAt } from './show.ts';

/** What a meter says at one time. */
export interface Said {
  readonly frame: FrameMessage | null;
  readonly purifiers: readonly { readonly number: number; readonly state: PurifierStateMessage }[];
}

/** What the purifiers of a meter reported last; `unsaid` is what they would have said since then. */
export type Reported = Map<
  number,
  { readonly what: string; readonly time: number; readonly unsaid: PurifierStateMessage | null }
>;

function frameOf(run: MeterRun, state: RoomState): FrameMessage | null {
  const readings: Record<string, number> = {};
  let some = false;
  for (const sensor of run.sensors) {
    const value = measure(sensor, state);
    if (value === null) continue;
    readings[sensor.key] = stuckAt(run, sensor.key, state.time) ?? value;
    some = true;
  }
  return some ? { time: state.time, readings } : null;
}

/**
 * Purifiers whose state has changed since they reported, or who have not reported for `every` ms. Before a change
 * comes the report of the frame before it, so that the old state is known to have lasted until then.
 */
function reportsOf(run: MeterRun, state: RoomState, reported: Reported, every: number): Said['purifiers'] {
  return run.meter.purifiers.flatMap((unit, i) => {
    const purifier = state.purifiers[i];
    if (purifier === undefined) return [];
    const { number } = unit;
    const now = purifierReport(unit, purifier, state.time);
    const what = JSON.stringify({ ...now, time: undefined });
    const last = reported.get(number);
    const isSame = last?.what === what;
    if (last !== undefined && isSame && state.time - last.time < every) {
      reported.set(number, { ...last, unsaid: now });
      return [];
    }
    reported.set(number, { what, time: state.time, unsaid: null });
    return last?.unsaid && !isSame
      ? [
          { number, state: last.unsaid },
          { number, state: now },
        ]
      : [{ number, state: now }];
  });
}

/** Brings the room to its meter's next frame. */
export function stepMeter(run: MeterRun, state: RoomState, starts: readonly number[]): void {
  const time = nextFrameTime(run, state.time);
  const { source, unusual } = airTroubleAt(run, time);
  const { code } = run.meter;
  stepRoom(run.room, state, time, showAt(starts, code, time) ?? source, unusual ?? showUnusualAt(starts, code, time));
}

/** What the meter says of its room as it is. */
export function sayOf(run: MeterRun, state: RoomState, reported: Reported, every: number): Said {
  if (isSilent(run, state.time)) return { frame: null, purifiers: [] };
  return { frame: frameOf(run, state), purifiers: reportsOf(run, state, reported, every) };
}
