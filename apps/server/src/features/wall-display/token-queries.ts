import type { Pin } from '@airdeck/contract/floor-plan/routes';
import type { Language } from '@airdeck/contract/user/schema';
import type { WallLevel } from '@airdeck/contract/wall-display/schema';
import type { ImageFormat } from '@airdeck/domain/image/types';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';

/** A floor plan of a display. Its pins may be of meters that are not shown. */
export interface DisplayPlan extends Pick<Tables['floor_plan'], 'id' | 'name' | 'width' | 'height' | 'image_version'> {
  office_id: number;
  pins: Pin[];
}

/** The content of a display with a valid token. */
export interface Display {
  id: number;
  name: string;
  organizationId: number;
  level: WallLevel;
  placeIds: readonly number[];
  plans: readonly DisplayPlan[];
  seconds: number;
  language: Language;
}

type Row = Display & { hash: string };

const PLANS = sql`coalesce((
  select json_agg(json_build_object('id', p.id, 'name', p.name, 'width', p.width, 'height', p.height,
    'image_version', p.image_version, 'office_id', p.office_id, 'pins', coalesce((
      select json_agg(json_build_object('meter_id', n.meter_id, 'x', n.x, 'y', n.y) order by n.meter_id)
      from floor_plan_pin n where n.plan_id = p.id), '[]'::json)) order by array_position(w.plan_ids, p.id))
  from floor_plan p where p.id = any(w.plan_ids) and p.organization_id = w.organization_id), '[]'::json)`;

/** The displays whose tokens are valid, by the hash (hex) of theirs. One of an organization that is not in use has none. */
export const readDisplays = async (db: Db, hashes: readonly string[]): Promise<Map<string, Display>> => {
  const { rows } = await db.query<Row & Record<string, unknown>>(sql`
    select encode(w.token_hash, 'hex') as hash, w.id, w.name, w.organization_id as "organizationId",
      w.wall_level as level, w.place_ids as "placeIds", w.seconds, w.language,
      case when w.plan_ids = '{}' then '[]'::json else ${PLANS} end as plans
    from wall_display w join organization o on o.id = w.organization_id
    where w.token_hash = any(select decode(h, 'hex') from unnest(${[...hashes]}::text[]) h) and o.use = 'Y'`);
  return new Map(rows.map(({ hash, ...display }) => [hash, display]));
};

/** Gives a display a token in place of the one that it has, and takes back that it was ended. */
export const saveToken = async (tx: Tx, id: number, hash: Buffer, madeBy: number | null): Promise<void> => {
  await tx.query(sql`
    update wall_display set token_hash = ${hash}, made_by = ${madeBy}, ended_time = null, last_seen_time = null
    where id = ${id}`);
};

export const endToken = async (tx: Tx, id: number, now: number): Promise<void> => {
  await tx.query(sql`
    update wall_display set token_hash = null, ended_time = coalesce(ended_time, ${new Date(now)}) where id = ${id}`);
};

/** Writes down that screens show these displays. */
export const saveSeen = async (db: Db, hashes: readonly string[], now: number): Promise<void> => {
  await db.query(sql`
    update wall_display set last_seen_time = ${new Date(now)}
    where token_hash = any(select decode(h, 'hex') from unnest(${[...hashes]}::text[]) h)`);
};

export const readPlanImage = async (
  db: Db,
  id: number,
): Promise<{ format: ImageFormat; image: Buffer } | undefined> => {
  const { rows } = await db.query<{ format: ImageFormat; image: Buffer }>(
    sql`select format, image from floor_plan where id = ${id}`,
  );
  return rows[0];
};
