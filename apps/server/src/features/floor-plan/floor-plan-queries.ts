import { type FloorPlan, MAX_PLAN_NAMES, type Pin } from '@airdeck/contract/floor-plan/routes';
import type { CleanImage } from '@airdeck/domain/image/clean-image';
import type { ImageFormat } from '@airdeck/domain/image/types';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import { withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

export type PlanRow = FloorPlan & { organization_id: number };

const within = (scope: Scope): Sql =>
  withinScope(scope, { organization: 'p.organization_id', place: { office: 'p.office_id' } });

const COLUMNS = sql`p.id, p.organization_id, p.office_id, p.name, p.width, p.height, p.image_version, p.version,
  coalesce((select json_agg(json_build_object('meter_id', n.meter_id, 'x', n.x, 'y', n.y) order by n.meter_id)
    from floor_plan_pin n where n.plan_id = p.id), '[]'::json) as pins`;

export const listPlans = async (db: Db, scope: Scope, officeId: number): Promise<PlanRow[]> => {
  const { rows } = await db.query<PlanRow & Record<string, unknown>>(
    sql`select ${COLUMNS} from floor_plan p where p.office_id = ${officeId} and ${within(scope)} order by p.name, p.id`,
  );
  return rows;
};

export const listNames = async (
  db: Db,
  scope: Scope,
  organizationId: number,
): Promise<{ id: number; name: string; office_name: string }[]> => {
  const { rows } = await db.query<{ id: number; name: string; office_name: string }>(sql`
    select p.id, p.name, f.name as office_name from floor_plan p join office f on f.id = p.office_id
    where p.organization_id = ${organizationId} and ${within(scope)} order by f.name, p.name, p.id limit ${MAX_PLAN_NAMES}`);
  return rows;
};

/** A plan within the scope, locked until the transaction ends. */
export const lockPlan = async (tx: Tx, scope: Scope, id: number): Promise<PlanRow | undefined> => {
  const { rows } = await tx.query<PlanRow & Record<string, unknown>>(
    sql`select ${COLUMNS} from floor_plan p where p.id = ${id} and ${within(scope)} for update of p`,
  );
  return rows[0];
};

export const readImage = async (
  db: Db,
  scope: Scope,
  id: number,
): Promise<{ format: ImageFormat; image: Buffer } | undefined> => {
  const { rows } = await db.query<{ format: ImageFormat; image: Buffer }>(
    sql`select p.format, p.image from floor_plan p where p.id = ${id} and ${within(scope)}`,
  );
  return rows[0];
};

/** The organization of an office within the scope, locked, so that plans are counted one after the other. */
export const lockOffice = async (
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<{ organization_id: number; plans: number } | undefined> => {
  const { rows } = await tx.query<{ organization_id: number; plans: number }>(sql`
    select p.organization_id, (select count(*) from floor_plan f where f.office_id = p.id)::integer as plans
    from office p where p.id = ${id}
      and ${withinScope(scope, { organization: 'p.organization_id', place: { office: 'p.id' } })} for no key update of p`);
  return rows[0];
};

export const insertPlan = async (
  tx: Tx,
  { organizationId, officeId, name }: { organizationId: number; officeId: number; name: string },
  { format, width, height, bytes }: CleanImage,
): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into floor_plan (organization_id, office_id, name, format, width, height, image)
    values (${organizationId}, ${officeId}, ${name}, ${format}, ${width}, ${height}, ${Buffer.from(bytes)})
    returning id`);
  return rows[0]?.id ?? 0;
};

export const saveImage = async (tx: Tx, id: number, { format, width, height, bytes }: CleanImage): Promise<void> => {
  await tx.query(sql`
    update floor_plan set format = ${format}, width = ${width}, height = ${height}, image = ${Buffer.from(bytes)},
      image_version = image_version + 1, version = version + 1 where id = ${id}`);
};

/** Number of the meters that belong to the office. */
export const countMeters = async (tx: Tx, officeId: number, ids: readonly number[]): Promise<number> => {
  const { rowCount } = await tx.query(
    sql`select from meter where office_id = ${officeId} and id = any(${[...ids]}::integer[])`,
  );
  return rowCount;
};

export const saveLayout = async (tx: Tx, id: number, name: string, pins: readonly Pin[]): Promise<void> => {
  await tx.query(sql`update floor_plan set name = ${name}, version = version + 1 where id = ${id}`);
  await tx.query(sql`delete from floor_plan_pin where plan_id = ${id}`);
  await tx.query(sql`insert into floor_plan_pin (plan_id, meter_id, x, y)
    select ${id}::integer, meter_id, x, y from unnest(${pins.map(({ meter_id }) => meter_id)}::integer[],
      ${pins.map(({ x }) => x)}::float8[], ${pins.map(({ y }) => y)}::float8[]) as n (meter_id, x, y)`);
};

export const deletePlan = async (tx: Tx, id: number): Promise<void> => {
  await tx.query(sql`delete from floor_plan where id = ${id}`);
};
