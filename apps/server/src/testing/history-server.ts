import { hourStart } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { Exports } from '../export/exports.ts';
import { createHistory } from '../features/history/history.ts';
import type { StoredFrame } from '../feed/entry.ts';
import type { Db } from '../platform/db/pool.ts';
import { primaryReads, type StandbyReads } from '../platform/db/standby-reads.ts';
import { readOwnChanges } from '../platform/http/read-own-changes.ts';
import type { LongQuestions } from '../platform/questions/long-questions.ts';
import { createRegistry } from '../registry/registry.ts';
import { insertFrames, markDirty } from '../store/frames/frame-queries.ts';
import { createPartition } from '../store/frames/partition-queries.ts';
import { packDays } from '../store/packed/pack-days.ts';
import { rollDays } from '../store/rollups/rollup-days.ts';
import { rollHours } from '../store/rollups/rollup-hours.ts';
import { takeMarks } from '../store/rollups/rollup-queries.ts';
import { openTokenHttp } from './token-http.ts';

/** The history behind HTTP. A bearer token is `{organization id}:{role}`. */
export async function openHistoryServer({
  db,
  clock,
  reads = primaryReads(db),
  longQuestions,
}: {
  db: Db;
  clock: { now(): number };
  reads?: Pick<StandbyReads, 'forRequest' | 'noteChange'>;
  longQuestions?: LongQuestions;
}) {
  const log = pino({ level: 'silent' });
  const registry = createRegistry(db);
  await registry.reload();
  const { http, get } = await openTokenHttp(log, longQuestions);
  readOwnChanges(http, reads);
  createHistory({ reads, registry, clock, exports: new Exports(clock) }).addRoutes(http);

  /** Stores frames as a writer does; their hours are marked for rollups. */
  const store = async (frames: StoredFrame[]): Promise<void> => {
    for (const day of new Set(frames.map(({ time }) => Math.floor(time / DAY_MS)))) await createPartition(db, day);
    const hours = new Map(
      frames.map(({ meterId, time }) => {
        const zone = registry.snapshot().meters.get(meterId)?.organization.timeZone ?? 'UTC';
        const hour = hourStart(time, zone);
        return [`${meterId}@${hour}`, { meterId, hour }];
      }),
    );
    await db.tx(async (tx) => {
      await insertFrames(tx, frames);
      await markDirty(tx, [...hours.values()]);
    });
  };

  /** Rolls up all hours, then the past days. */
  const rollUp = async (): Promise<void> => {
    const { rows } = await db.query<{ meter_id: number; hour: Date }>(sql`select meter_id, hour from dirty_hour`);
    const hours = rows.map(({ meter_id, hour }) => ({ meterId: meter_id, hour: hour.getTime() }));
    const marks = await db.tx((tx) => takeMarks(tx, hours));
    await db.tx((tx) => rollHours(tx, registry.snapshot(), marks));
    await db.tx((tx) => rollDays(tx, registry.snapshot(), null, 100_000));
  };

  /** Packs a UTC day of meters. */
  const pack = (day: string, meterIds: readonly number[]): Promise<boolean> =>
    db.tx((tx) =>
      packDays(
        tx,
        meterIds.map((meterId) => ({ meterId, day: Date.parse(day) / DAY_MS })),
      ),
    );

  return { http, get, registry, store, rollUp, pack, close: () => http.close() };
}

export type HistoryServer = Awaited<ReturnType<typeof openHistoryServer>>;
