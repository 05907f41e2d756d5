import type { RoomState } from '../building/room.ts';
import { copyState } from '../building/start-room.ts';
import type { Clock } from '../clock.ts';
import { createPacker, type PackedFrames } from '../mqtt/pack-frames.ts';
import type { RoomStates } from './demo-state.ts';
import type { Publish } from './history.ts';
import { type DeviceError, errorsBetween, errorsOf } from './incidents.ts';
import { type MeterRun, nextFrameTime } from './meter-run.ts';
import { type Reported, type Said, sayOf, stepMeter } from './run-meter.ts';
import { showErrorAt } from './show.ts';

/** How often a lost connection is looked at again. */
const OFFLINE_MS = 500;

export interface LiveOptions {
  readonly runs: readonly MeterRun[];
  readonly starts: readonly number[];
  /** The rooms as they are; they are lived on. */
  readonly states: RoomStates;
  /** Told the room as it was when frames that are acknowledged now were measured. */
  readonly acknowledged: (key: string, state: RoomState) => void;
  readonly publish: Publish;
  readonly isConnected: () => boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** One frame as it is; several, of a time without connection or of a sleeping computer, as stored ones. */
function messagesOf(frames: readonly NonNullable<Said['frame']>[]): string[] {
  if (frames.length === 1) return [JSON.stringify(frames[0])];
  const packer = createPacker();
  const packed = [...frames.map(packer.add), packer.flush()];
  return packed.filter((message): message is PackedFrames => message !== null).map(({ payload }) => payload);
}

/** Since when each error of a device has been told to last; null: told that it does not. */
type ToldErrors = Map<DeviceError, number | null>;

/** Tells the errors of a device that have begun or ended; at first, of each of them how it is. */
function errorMessages(run: MeterRun, told: ToldErrors, starts: readonly number[], now: number): string[] {
  const shown = showErrorAt(starts, run.meter.code, now);
  const periods = [...errorsBetween(run, now, now + 1), ...(shown === null ? [] : [shown])];
  const errors = new Set([...errorsOf(run), ...periods.map(({ error }) => error)]);
  return [...errors].flatMap((error) => {
    const since = periods.find((period) => period.error === error && period.from <= now && now < period.to)?.from;
    if (told.get(error) === (since ?? null)) return [];
    told.set(error, since ?? null);
    const { kind: _, ...what } = error;
    return JSON.stringify({ ...what, state: since === undefined ? 'ENDED' : 'RAISED', time: since ?? now });
  });
}

interface LiveMeter {
  readonly run: MeterRun;
  readonly state: RoomState;
  readonly reported: Reported;
  readonly told: ToldErrors;
}

async function sendDue({ run, state, reported, told }: LiveMeter, options: LiveOptions): Promise<void> {
  const { clock, starts, publish } = options;
  const said: Said[] = [];
  while (nextFrameTime(run, state.time) <= clock.now()) {
    stepMeter(run, state, starts);
    // Purifiers report with each frame; of a time that is made up for, only what changed.
    const isNow = nextFrameTime(run, state.time) > clock.now();
    said.push(sayOf(run, state, starts, reported, isNow ? 0 : Number.POSITIVE_INFINITY));
  }
  const sent = copyState(state);
  const frames = said.flatMap(({ frame }) => (frame === null ? [] : [frame]));
  const purifiers = said.flatMap(({ purifiers }) => purifiers);
  await Promise.all([
    ...messagesOf(frames).map((payload) => publish(run.topic('readings'), payload)),
    ...errorMessages(run, told, starts, clock.now()).map((payload) => publish(run.topic('errors'), payload)),
    ...purifiers.map(({ number, state }) => publish(run.topic(`purifiers/${number}/state`), JSON.stringify(state))),
  ]);
  options.acknowledged(run.key, sent);
}

/** Sends each meter's frames when they are due, until the signal. A lost connection is waited for and made up. */
export async function runLive(options: LiveOptions): Promise<void> {
  const { runs, states, clock, signal, isConnected } = options;
  const meters = runs.flatMap((run): LiveMeter[] => {
    const state = states[run.key];
    return state === undefined ? [] : [{ run, state, reported: new Map(), told: new Map() }];
  });
  while (!signal.aborted) {
    if (!isConnected()) {
      await clock.wait(OFFLINE_MS, signal);
      continue;
    }
    for (const meter of meters) {
      if (nextFrameTime(meter.run, meter.state.time) > clock.now()) continue;
      // Not waited for: an acknowledgement that is late must not hold up the other meters.
      sendDue(meter, options).catch(() => undefined);
    }
    const next = Math.min(...meters.map(({ run, state }) => nextFrameTime(run, state.time)));
    await clock.wait(next - clock.now(), signal);
  }
}
