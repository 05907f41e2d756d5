import type { FrameMessage, PurifierStateMessage } from '@airdeck/contract/protocol/message';
import type { PurifierState } from '../building/purifier.ts';
import type { RoomState } from '../building/room.ts';
import { measure } from '../building/sensor.ts';
import { stepRoom } from '../building/step-room.ts';
import { airTroubleAt, errorsBetween, stuckAt } from './incidents.ts';
import { isSilent, type MeterRun, nextFrameTime } from './meter-run.ts';
import { purifierReport } from './purifier-report.ts';
import { showAt, showErrorAt, showUnusualAt } from './show.ts';
import type { DemoPurifier } from './site.ts';

/** The messages of a meter at one time. */
export interface Said {
  readonly frame: FrameMessage | null;
  readonly purifiers: readonly { readonly number: number; readonly state: PurifierStateMessage }[];
}

/** The last reports of a meter's purifiers; `unsaid`: later reports that were not sent. */
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

/** A purifier without its cover reports TROUBLE. */
const COVER_REMOVED = 'P009';

function isOpenAt(run: MeterRun, starts: readonly number[], number: number, time: number): boolean {
  const shown = showErrorAt(starts, run.meter.code, time);
  const periods = [...errorsBetween(run, time, time + 1), ...(shown === null ? [] : [shown])];
  return periods.some(
    ({ from, to, error }) => from <= time && time < to && error.code === COVER_REMOVED && error.purifier === number,
  );
}

/** The report of a meter's purifier at `time`. */
export const reportOf = (
  run: MeterRun,
  starts: readonly number[],
  unit: DemoPurifier,
  state: PurifierState,
  time: number,
): PurifierStateMessage => purifierReport(unit, state, { time, isOpen: isOpenAt(run, starts, unit.number, time) });

/**
 * Reports of purifiers whose state has changed, or who have not reported for `every` ms. A change is preceded by the
 * report of the previous frame, so that the duration of the old state is known.
 */
function reportsOf(
  run: MeterRun,
  state: RoomState,
  starts: readonly number[],
  reported: Reported,
  every: number,
): Said['purifiers'] {
  return run.meter.purifiers.flatMap((unit, i) => {
    const purifier = state.purifiers[i];
    if (purifier === undefined) return [];
    const { number } = unit;
    const now = reportOf(run, starts, unit, purifier, state.time);
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

/** Advances the room to its meter's next frame. */
export function stepMeter(run: MeterRun, state: RoomState, starts: readonly number[]): void {
  const time = nextFrameTime(run, state.time);
  const { source, unusual } = airTroubleAt(run, time);
  const { code } = run.meter;
  stepRoom(run.room, state, time, showAt(starts, code, time) ?? source, unusual ?? showUnusualAt(starts, code, time));
}

/** The meter's readings of the room's present air. */
export function sayOf(
  run: MeterRun,
  state: RoomState,
  starts: readonly number[],
  reported: Reported,
  every: number,
): Said {
  if (isSilent(run, state.time)) return { frame: null, purifiers: [] };
  return { frame: frameOf(run, state), purifiers: reportsOf(run, state, starts, reported, every) };
}
