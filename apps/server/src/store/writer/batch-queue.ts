import type { MeterFrame } from '../frames/frame-batch.ts';

/**
 * A larger batch keeps the event loop for so long that its own statements and answers wait for it, and a smaller one costs
 * more for each frame. A message is never divided.
 */
const MAX_BATCH_FRAMES = 1_500;
const MAX_WAIT_MS = 15;
/** After so long without frames, the next ones wait only for those that arrive in the same moment. */
const CALM_MS = 50;
const MIN_WAIT_MS = 1;
/** A batch with so many frames shows a busy server: larger batches cost less for each frame. */
const BUSY_BATCH_FRAMES = 10;
/** Then frames wait so that waiting and storing take about this time together. */
const BUSY_DELAY_MS = 60;
const MIN_BUSY_WAIT_MS = 20;
const IN_FLIGHT = 2;

interface Message {
  frames: readonly MeterFrame[];
  /** Called when all of the frames are stored. */
  done: () => void;
}

/** Frames that wait for each other, and for no frames of another queue. */
export interface BatchQueue {
  start(): void;
  /** Resolves when the batch in progress has ended; waiting frames are dropped. */
  stop(): Promise<void>;
  /** `done` must not throw. */
  add(frames: readonly MeterFrame[], done: () => void): void;
  /** A part of a batch was stored. */
  progressed(): void;
  /** For how many ms there has been nothing to do; 0 while there is. */
  idleMs(): number;
  /** For how many ms nothing has been stored although something waits; 0 while nothing does. */
  stalledMs(): number;
}

/**
 * Gathers frames into batches and has them stored, two at a time. `store` never rejects; false: it was stopped. Batches are
 * done in their order, because messages of a connection are acknowledged in theirs (MQTT 3.1.1, 4.6).
 */
export const createBatchQueue = (
  store: (frames: MeterFrame[]) => Promise<boolean>,
  monotonic: () => number,
): BatchQueue => {
  const running = new Set<Promise<void>>();
  /** Resolves when all batches so far are done. */
  let doneBefore: Promise<void> = Promise.resolve();
  let waiting: Message[] = [];
  let waitingFrames = 0;
  let timer: NodeJS.Timeout | null = null;
  let waitMs = MAX_WAIT_MS;
  let isStopped = true;
  let endedAt = Number.NEGATIVE_INFINITY;
  /** When something was stored last, or began to wait. */
  let progressedAt = Number.NEGATIVE_INFINITY;

  const isIdle = (): boolean => running.size === 0 && waiting.length === 0;
  const idleMs = (): number => (isIdle() ? monotonic() - endedAt : 0);

  /** The longest-waiting messages. */
  const takeBatch = (): { batch: Message[]; frames: MeterFrame[] } => {
    const frames: MeterFrame[] = [];
    let count = 0;
    for (const message of waiting) {
      if (count > 0 && frames.length + message.frames.length > MAX_BATCH_FRAMES) break;
      for (const frame of message.frames) frames.push(frame);
      count++;
    }
    waitingFrames -= frames.length;
    return { batch: waiting.splice(0, count), frames };
  };

  const storeBatch = (): void => {
    const { batch, frames } = takeBatch();
    const isBusy = frames.length >= BUSY_BATCH_FRAMES;
    if (!isBusy) waitMs = MAX_WAIT_MS;
    const beganAt = monotonic();
    const storing = store(frames);
    doneBefore = Promise.all([storing, doneBefore]).then(([isStored]) => {
      if (isStored) for (const { done } of batch) done();
    });
    const run = storing.then(() => {
      running.delete(run);
      endedAt = monotonic();
      if (isBusy) waitMs = Math.max(MIN_BUSY_WAIT_MS, BUSY_DELAY_MS - (endedAt - beganAt));
      // Otherwise the next batch is still gathering.
      if (timer === null) flush();
    });
    running.add(run);
  };

  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    while (waiting.length > 0 && running.size < IN_FLIGHT) storeBatch();
  };

  return {
    start() {
      isStopped = false;
    },
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      timer = null;
      waiting = [];
      waitingFrames = 0;
      await Promise.all(running);
      await doneBefore;
    },
    add(frames, done) {
      if (isStopped) return;
      const isCalm = idleMs() >= CALM_MS;
      if (isIdle()) progressedAt = monotonic();
      waiting.push({ frames, done });
      waitingFrames += frames.length;
      if (waitingFrames >= MAX_BATCH_FRAMES) flush();
      else timer ??= setTimeout(flush, isCalm ? MIN_WAIT_MS : waitMs);
    },
    progressed() {
      progressedAt = monotonic();
    },
    idleMs,
    stalledMs: () => (isIdle() ? 0 : monotonic() - progressedAt),
  };
};
