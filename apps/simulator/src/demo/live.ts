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

/** Interval of checks for a lost connection. */
const OFFLINE_MS = 500;

export interface LiveOptions {
  readonly runs: readonly MeterRun[];
  readonly starts: readonly number[];
  /** The rooms' present states; they are advanced in place. */
  readonly states: RoomStates;
  /** Called with the room's state at the time of frames that are acknowledged now. */
  readonly acknowledged: (key: string, state: RoomState) => void;
  readonly publish: Publish;
  readonly isConnected: () => boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** One frame as it is; several frames, after an outage or a sleeping computer, as an array. */
function messagesOf(frames: readonly NonNullable<Said['frame']>[]): string[] {
  if (frames.length === 1) return [JSON.stringify(frames[0])];
  const packer = createPacker();
  const packed = [...frames.map(packer.add), packer.flush()];
  return packed.filter((message): message is PackedFrames => message !== null).map(({ payload }) => payload);
}

/** Start of each error reported as ongoing; null: reported as ended. */
type ToldErrors = Map<DeviceError, number | null>;

/** Reports errors of a device that began or ended; initially, the state of each. */
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
    // Purifiers report with each frame; when catching up, only changes.
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

/** Sends each meter's frames when they are due, until the signal. Catches up after a lost connection. */
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
      // Not awaited: a late acknowledgement must not delay the other meters.
      sendDue(meter, options).catch(() => undefined);
    }
    const next = Math.min(...meters.map(({ run, state }) => nextFrameTime(run, state.time)));
    await clock.wait(next - clock.now(), signal);
  }
}
