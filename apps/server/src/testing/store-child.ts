import pino from 'pino';
import { createDb } from '../platform/db/pool.ts';
import type { MeterFrame } from '../store/frames/frame-batch.ts';
import { openStoreServer } from './store-rig.ts';

export interface StoreChildOptions {
  url: string;
  now: number;
  /** The frames to write, one by one; null: computes rollups. */
  write: { meterIds: number[]; channel: number; start: number; stepMs: number } | null;
}

/** A server's store until it is killed: prints `ready`, then `stored <meter>@<time>` or `rolled` after each commit. */
const main = async ({ url, now, write }: StoreChildOptions): Promise<never> => {
  const db = createDb({ connection: url, log: pino({ level: 'silent' }) });
  const server = await openStoreServer(db, { now: () => now });
  console.log('ready now');
  for (let i = 0; ; i++) {
    if (write) {
      const { meterIds, channel, start, stepMs } = write;
      const time = start + i * stepMs;
      const frames = meterIds.map((meterId): MeterFrame => ({ meterId, time, channels: [channel], ticks: [400 + i] }));
      await server.write(frames);
      for (const { meterId } of frames) console.log(`stored ${meterId}@${time}`);
    } else {
      await server.rollup.drain();
      console.log(`rolled ${i}`);
    }
  }
};

await main(JSON.parse(process.argv[2] ?? '{}'));
