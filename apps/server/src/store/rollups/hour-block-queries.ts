import { setImmediate } from 'node:timers/promises';
import { addDays } from '@airdeck/domain/calendar';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { BLOCK_DAYS, type BlockDays, CorruptBlockError, type DayColumns } from './block-hours.ts';
import type { MeterDay } from './day-queries.ts';
import { blockOf, decodeBlock, encodeBlock, namingBlock } from './hour-block.ts';
import { type DayRow, INDEX_CHANNEL } from './rollup-rows.ts';

/** Blocks that are unpacked, in some milliseconds, before the event loop may do something else. */
const BLOCKS_BETWEEN_YIELDS = 100;

/** One channel's packed hours of ten local days, written as the first of them. */
export interface BlockRow {
  meter_id: number;
  first: string;
  channel: number;
  data: Buffer;
}

/** A day's row has null for a block's data, where a statement answers both. */
export const isBlock = (row: DayRow | BlockRow): row is BlockRow => 'data' in row && row.data !== null;

/** The days of a block. @throws CorruptBlockError */
export const daysOfBlock = (row: BlockRow): BlockDays =>
  namingBlock(
    () => row,
    () => decodeBlock(row.channel, row.data),
  );

/**
 * Days of rollup_hour, and those that only packed hours have: where both have a day, the row has been rebuilt since.
 * @throws CorruptBlockError
 */
export const mergeDays = async (
  found: readonly (DayRow | BlockRow)[],
  isWanted: (meterId: number, day: string) => boolean,
): Promise<DayRow[]> => {
  const rows: DayRow[] = [];
  const blocks: BlockRow[] = [];
  for (const row of found) {
    if (isBlock(row)) blocks.push(row);
    else rows.push(row);
  }
  const channelDayKey = (meterId: number, channel: number, day: string) => `${meterId}/${channel}/${day}`;
  const known = new Set(blocks.length > 0 ? rows.map((row) => channelDayKey(row.meter_id, row.channel, row.day)) : []);
  for (const [at, block] of blocks.entries()) {
    if (at % BLOCKS_BETWEEN_YIELDS === BLOCKS_BETWEEN_YIELDS - 1) await setImmediate();
    const { meter_id, channel, first } = block;
    for (const [place, columns] of daysOfBlock(block).entries()) {
      const day = addDays(first, place);
      if (!columns || !isWanted(meter_id, day) || (known.size > 0 && known.has(channelDayKey(meter_id, channel, day))))
        continue;
      rows.push({ meter_id, channel, day, ...columns });
    }
  }
  return rows;
};

/** The blocks of these days, each once. */
export const blocksOf = (days: readonly MeterDay[]): Block[] => {
  const blocks = new Map<string, Block>();
  for (const { meterId, day } of days) {
    const { first } = blockOf(day);
    blocks.set(`${meterId}/${first}`, { meterId, first });
  }
  return [...blocks.values()];
};

/** A meter's ten days, by the first of them. */
export interface Block {
  meterId: number;
  first: string;
}

const meterIds = (blocks: readonly Block[]): number[] => blocks.map(({ meterId }) => meterId);
const firsts = (blocks: readonly Block[]): string[] => blocks.map(({ first }) => first);

/**
 * Meters after this one, by id, whose oldest day of rollup_hour lies in a block that begins before `open`: that block.
 * Along the key from meter to meter. `last` is how far it looked; null when no meter is left.
 */
export const listClosedBlocks = async (
  db: Db,
  after: number,
  open: string,
  limit: number,
): Promise<{ blocks: Block[]; last: number | null }> => {
  const { rows } = await db.query<{ id: number; day: string | null }>(sql`
    with recursive found(id) as (
      (select meter_id from rollup_hour where meter_id > ${after} order by meter_id limit 1)
      union all
      select (select meter_id from rollup_hour where meter_id > found.id order by meter_id limit 1)
      from found where found.id is not null
    )
    select id, (select min(day) from rollup_hour where meter_id = id and channel = ${INDEX_CHANNEL}) as day
    from found where id is not null limit ${limit}`);
  const blocks = rows.flatMap(({ id, day }) => (day !== null && day < open ? [{ meterId: id, day }] : []));
  return { blocks: blocksOf(blocks), last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
};

const saveBlocks = async (tx: Tx, rows: readonly BlockRow[]): Promise<void> => {
  await tx.query(sql`
    insert into packed_hour (meter_id, first, channel, data)
    select * from unnest(${rows.map((row) => row.meter_id)}::integer[], ${rows.map((row) => row.first)}::date[],
      ${rows.map((row) => row.channel)}::smallint[], ${rows.map((row) => row.data)}::bytea[])
    on conflict (meter_id, channel, first) do update set data = excluded.data`);
};

/** Moves what rollup_hour has of these blocks into them. Who calls it holds the rollup lock. */
export const packBlocks = async (tx: Tx, blocks: readonly Block[]): Promise<void> => {
  const wanted = sql`unnest(${meterIds(blocks)}::integer[], ${firsts(blocks)}::date[]) as w(meter_id, first)`;
  const { rows } = await tx.query<DayRow>(sql`
    delete from rollup_hour r using ${wanted}
    where r.meter_id = w.meter_id and r.day >= w.first and r.day < w.first + ${BLOCK_DAYS}::integer
    returning r.meter_id, r.day, r.channel, r.count, r.sum, r.min, r.max`);
  const before = await tx.query<BlockRow>(sql`
    select p.meter_id, p.first, p.channel, p.data from packed_hour p join ${wanted} using (meter_id, first)`);
  const packed = new Map<string, Omit<BlockRow, 'data'> & { days: (DayColumns | null)[] }>();
  const blockKey = (meterId: number, channel: number, first: string) => `${meterId}/${channel}/${first}`;
  const touched = new Set(rows.map((row) => blockKey(row.meter_id, row.channel, blockOf(row.day).first)));
  for (const block of before.rows) {
    const key = blockKey(block.meter_id, block.channel, block.first);
    if (touched.has(key)) packed.set(key, { ...block, days: [...daysOfBlock(block)] });
  }
  for (const { meter_id, channel, day, count, sum, min, max } of rows) {
    const { first, place } = blockOf(day);
    const key = blockKey(meter_id, channel, first);
    const block = packed.get(key) ?? { meter_id, channel, first, days: [] };
    packed.set(key, block);
    block.days[place] = { count, sum, min, max };
  }
  await saveBlocks(
    tx,
    [...packed.values()].map(({ days, ...block }) => ({ ...block, data: encodeBlock(block.channel, days) })),
  );
};

/** Those of these blocks of which packed hours exist. */
export const findBlocks = async (tx: Tx, blocks: readonly Block[]): Promise<Block[]> => {
  const { rows } = await tx.query<Block>(sql`
    select meter_id as "meterId", first from unnest(${meterIds(blocks)}::integer[], ${firsts(blocks)}::date[])
      as b(meter_id, first)
    where exists (select from packed_hour p where p.meter_id = b.meter_id and p.first = b.first)`);
  return rows;
};

/** Deletes the packed hours of these meters from a day on. The caller holds the rollup lock. */
export const forgetBlocks = async (tx: Tx, meters: readonly number[], from: string): Promise<void> => {
  const { first, place } = blockOf(from);
  const { rows } = await tx.query<BlockRow>(sql`
    select meter_id, first, channel, data from packed_hour
    where meter_id = any(${meters}::integer[]) and first = ${first}::date`);
  await tx.query(sql`delete from packed_hour where meter_id = any(${meters}::integer[]) and first >= ${first}::date`);
  // The block that the day cuts.
  const kept = rows.map((row) => ({ ...row, days: daysOfBlock(row).slice(0, place) }));
  const left = kept.filter(({ days }) => days.some((day) => day !== null));
  await saveBlocks(
    tx,
    left.map(({ days, ...row }) => ({ ...row, data: encodeBlock(row.channel, days) })),
  );
};

/** The days that a block holds; all days of its span when it cannot be read. */
const toldBy = (row: BlockRow): string[] => {
  const all = Array.from({ length: BLOCK_DAYS }, (_, place) => addDays(row.first, place));
  try {
    const days = daysOfBlock(row);
    return all.filter((_, place) => days[place] !== null);
  } catch (error) {
    if (error instanceof CorruptBlockError) return all;
    throw error;
  }
};

/** The first day of a meter's packed hours; null without any. */
export const findFirstPackedDay = async (tx: Tx, meterId: number): Promise<string | null> => {
  const { rows } = await tx.query<BlockRow>(sql`
    select meter_id, first, channel, data from packed_hour
    where meter_id = ${meterId} and channel = ${INDEX_CHANNEL} order by first limit 1`);
  return rows.flatMap(toldBy)[0] ?? null;
};

/** Local days of which a meter has packed hours. */
export const listPackedDays = async (tx: Tx, meterId: number): Promise<string[]> => {
  const { rows } = await tx.query<BlockRow>(sql`
    select meter_id, first, channel, data from packed_hour where meter_id = ${meterId} and channel = ${INDEX_CHANNEL}`);
  return rows.flatMap(toldBy);
};
