import { DAY_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import type { StoredFrame } from '../feed/entry.ts';
import type { Db } from '../platform/db/pool.ts';

const stamp = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);

/** Inserts a frame directly into the store; a repeat changes nothing. */
export async function storeFrame(db: Db, { meterId, time, channels, ticks }: StoredFrame): Promise<void> {
  const day = stamp(time);
  await db.query({
    text: `create table if not exists frame_${day.replaceAll('-', '')} partition of frame
      for values from ('${day}T00:00:00Z') to ('${stamp(time + DAY_MS)}T00:00:00Z')`,
  });
  await db.query(sql`insert into frame (meter_id, time, channel, value)
    values (${meterId}, ${new Date(time)}, ${channels}::smallint[], ${ticks}::smallint[]) on conflict do nothing`);
}
