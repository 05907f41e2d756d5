import { parseTopic } from '@airdeck/contract/protocol/topic';
import { channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import type { Db } from '@airdeck/server/platform/db/pool';
import type { Message } from '@airdeck/server/platform/mqtt/broker-rules';
import type { Registry } from '@airdeck/server/registry/registry';
import { deviceKey } from '@airdeck/server/registry/snapshot';
import type { MeterFrame } from '@airdeck/server/store/frames/frame-batch';
import { insertFrames } from '@airdeck/server/store/frames/frame-queries';
import { createPartition } from '@airdeck/server/store/frames/partition-queries';

const CHANNELS = SENSOR_TYPES.map((type) => channelOf(type, 1));
const DAY_MS = 86_400_000;
const MAX_BATCH_FRAMES = 4_000;
const MAX_WAIT_MS = 15;

/** JSON.parse, insert, acknowledgement after COMMIT, and no validation at all. */
export const createBarePipe = (db: Db, registry: Registry) => {
  const days = new Set<number>();
  let frames: MeterFrame[] = [];
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | null = null;
  let running = 0;

  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (frames.length === 0 || running >= 2) return;
    const [batch, done] = [frames, waiting];
    frames = [];
    waiting = [];
    running++;
    for (const day of new Set(batch.map((frame) => Math.floor(frame.time / DAY_MS)))) {
      if (!days.has(day)) await createPartition(db, day);
      days.add(day);
    }
    await db.tx((tx) => insertFrames(tx, batch));
    for (const acknowledge of done) acknowledge();
    running--;
    await flush();
  };

  return {
    receive(_: unknown, { topic, payload }: Message, done: () => void): void {
      const { time, readings } = JSON.parse(payload.toString()) as { time: number; readings: Record<string, number> };
      const parsed = parseTopic(topic);
      const meter = parsed && registry.snapshot().metersByCode.get(deviceKey(parsed.organization, parsed.device));
      const ticks = Object.values(readings).map((value) => Math.round(value * 10));
      frames.push({ meterId: meter?.id ?? 0, time, channels: CHANNELS, ticks });
      waiting.push(done);
      if (frames.length >= MAX_BATCH_FRAMES) void flush();
      else timer ??= setTimeout(() => void flush(), MAX_WAIT_MS);
    },
  };
};
