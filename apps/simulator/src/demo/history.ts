import type { PurifierStateMessage } from '@airdeck/contract/protocol/message';
import type { RoomState } from '../building/room.ts';
import { copyState } from '../building/start-room.ts';
import type { Clock } from '../clock.ts';
import { createInFlight } from '../mqtt/in-flight.ts';
import { createPacker } from '../mqtt/pack-frames.ts';
import type { Job } from './demo-state.ts';
import { type MeterRun, nextFrameTime } from './meter-run.ts';
import { type Reported, sayOf, stepMeter } from './run-meter.ts';

/** The server accepts 10 messages a second per device; live messages need some of them. */
const DEVICE_GAP_MS = 125;
/** Live frames wait behind at most this many messages of an organization. */
const IN_FLIGHT = 4;
/** For the past, purifiers report their changes, and otherwise at this interval. */
const REPORT_EVERY_MS = 6 * 3_600_000;

export type Publish = (topic: string, payload: string) => Promise<void>;

interface Message {
  readonly topic: string;
  readonly payload: string;
}

/** The messages of one meter from `state` up to `to`. */
export function* messagesOf(
  run: MeterRun,
  state: RoomState,
  to: number,
  starts: readonly number[],
): Generator<Message, void> {
  const packer = createPacker();
  const reported: Reported = new Map();
  const topic = run.topic('readings');
  const stateMessage = (number: number, purifier: PurifierStateMessage): Message => ({
    topic: run.topic(`purifiers/${number}/state`),
    payload: JSON.stringify(purifier),
  });
  while (nextFrameTime(run, state.time) <= to) {
    stepMeter(run, state, starts);
    const { frame, purifiers } = sayOf(run, state, starts, reported, REPORT_EVERY_MS);
    const full = frame === null ? null : packer.add(frame);
    if (full !== null) yield { topic, payload: full.payload };
    for (const said of purifiers) yield stateMessage(said.number, said.state);
  }
  const rest = packer.flush();
  if (rest !== null) yield { topic, payload: rest.payload };
  for (const [number, { unsaid }] of reported) if (unsaid !== null) yield stateMessage(number, unsaid);
}

export interface HistoryOptions {
  readonly runs: readonly MeterRun[];
  readonly starts: readonly number[];
  readonly publish: Publish;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Sends a job's past for one organization's meters in turns; resolves when everything is acknowledged. */
export async function sendHistory(job: Job, { runs, starts, publish, clock, signal }: HistoryOptions): Promise<void> {
  const inFlight = createInFlight(IN_FLIGHT);
  let queue = runs.flatMap((run) => {
    const state = job.states[run.key];
    return state === undefined ? [] : [{ messages: messagesOf(run, copyState(state), job.to, starts), next: 0 }];
  });
  while (queue.length > 0 && !signal.aborted) {
    const turn = queue.reduce((first, other) => (other.next < first.next ? other : first));
    const { value: message, done } = turn.messages.next();
    if (done === true) {
      queue = queue.filter((other) => other !== turn);
      continue;
    }
    if (turn.next > clock.now()) await clock.wait(turn.next - clock.now(), signal);
    await inFlight.add(() => publish(message.topic, message.payload));
    turn.next = clock.now() + DEVICE_GAP_MS;
  }
  await inFlight.drained();
}
