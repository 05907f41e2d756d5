import { hourStart } from '@airdeck/domain/calendar';
import pino from 'pino';
import { createHistory } from '../features/history/history.ts';
import { createBus } from '../platform/bus.ts';
import type { Db } from '../platform/db/pool.ts';
import type { BusEvents, StoredFrame } from '../site/events.ts';
import { createSite } from '../site/site.ts';
import { createPartition, insertFrames, markDirty } from '../store/frames/frame-queries.ts';
import { openTokenHttp } from './token-http.ts';

const DAY_MS = 86_400_000;

/** The history behind HTTP. A bearer token is `{organization id}:{role}`. */
export async function openHistoryServer({ db, clock }: { db: Db; clock: { now(): number } }) {
  const log = pino({ level: 'silent' });
  const bus = createBus<BusEvents>(log);
  const site = createSite(db);
  await site.reload();
  const { http, get } = await openTokenHttp(log);
  createHistory({ db, site, bus, clock }).addRoutes(http);

  /** Stores frames as a writer does, their hours marked as not yet rolled up. */
  const store = async (frames: StoredFrame[]): Promise<void> => {
    for (const day of new Set(frames.map(({ time }) => Math.floor(time / DAY_MS)))) await createPartition(db, day);
    const hours = new Map(
      frames.map(({ meterId, time }) => {
        const zone = site.picture().meters.get(meterId)?.organization.timeZone ?? 'UTC';
        const hour = hourStart(time, zone);
        return [`${meterId}@${hour}`, { meterId, hour }];
      }),
    );
    await db.tx(async (tx) => {
      await insertFrames(tx, frames);
      await markDirty(tx, [...hours.values()]);
    });
  };

  return { http, get, site, store, close: () => http.close() };
}

export type HistoryServer = Awaited<ReturnType<typeof openHistoryServer>>;
