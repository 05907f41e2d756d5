import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';

/** One channel's blob of a meter's packed UTC day (days since 1970). */
export interface PackedBlob {
  meterId: number;
  day: number;
  channel: number;
  data: Buffer;
}

/** Saves days that were not packed before. */
export const savePacked = async (tx: Tx, blobs: readonly PackedBlob[]): Promise<void> => {
  await tx.query(sql`
    insert into packed_day (meter_id, day, channel, data)
    select meter_id, date '1970-01-01' + day, channel, data
    from unnest(${blobs.map((blob) => blob.meterId)}::integer[], ${blobs.map((blob) => blob.day)}::integer[],
      ${blobs.map((blob) => blob.channel)}::smallint[], ${blobs.map((blob) => blob.data)}::bytea[])
      as b(meter_id, day, channel, data)`);
};
