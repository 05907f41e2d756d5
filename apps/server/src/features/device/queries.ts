import type { NewMeter, NewSensor } from '@airdeck/contract/device/schema';
import type { PageQuery } from '@airdeck/contract/paging';
import sql, { empty } from 'sql-template-tag';
import { containing } from '../../platform/db/containing.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

export interface MeterListRow {
  id: number;
  organization_id: number;
  organization_name: string;
  office_id: number;
  office_name: string;
  department_id: number;
  department_name: string;
  name: string;
  name_en: string | null;
  type: 'METER' | 'AIR_PURIFIER' | 'MULTI' | 'UNKNOWN';
  code: string;
  interval_s: number;
  use: 'Y' | 'N';
  created_time: Date;
  updated_time: Date;
}

const METERS = sql`
  select m.id, m.organization_id, o.name as organization_name, m.office_id, f.name as office_name, m.department_id,
    d.name as department_name, m.name, m.name_en, m.type, m.code, m.interval_s, m.use, m.created_time, m.updated_time
  from meter m join organization o on o.id = m.organization_id join office f on f.id = m.office_id
    join department d on d.id = m.department_id`;

export interface MeterFilter {
  organizationId: number | null;
  organizationName?: string | undefined;
  meterName?: string | undefined;
}

export const listMeters = async (db: Db, filter: MeterFilter, page: PageQuery) => {
  const conditions = sql`where true
    ${filter.organizationId === null ? empty : sql`and m.organization_id = ${filter.organizationId}`}
    ${filter.organizationName ? sql`and o.name ilike ${containing(filter.organizationName)}` : empty}
    ${filter.meterName ? sql`and m.name ilike ${containing(filter.meterName)}` : empty}`;
  const { rows } = await db.query<MeterListRow>(sql`${METERS} ${conditions}
    order by o.name, f.name, d.name, m.name limit ${page.size} offset ${page.page * page.size}`);
  const total = await db.query<{ count: number }>(
    sql`select count(*) as count from meter m join organization o on o.id = m.organization_id ${conditions}`,
  );
  return { rows, total: total.rows[0]?.count ?? 0 };
};

export const findMeter = async (tx: Db | Tx, id: number): Promise<MeterListRow | undefined> =>
  (await tx.query<MeterListRow>(sql`${METERS} where m.id = ${id}`)).rows[0];

/** Adds a meter below a department; its organization and office follow from that. */
export const insertMeter = async (tx: Tx, meter: NewMeter): Promise<number | undefined> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into meter (organization_id, office_id, department_id, name, name_en, type, code, interval_s)
    select organization_id, office_id, id, ${meter.name}, ${meter.name_en ?? null}, ${meter.type}, ${meter.code},
      ${meter.interval_s}
    from department where id = ${meter.department_id} returning id`);
  return rows[0]?.id;
};

export interface SensorListRow {
  id: number;
  meter_id: number;
  type: NewSensor['type'];
  sequence: number;
  name: string;
  use: 'Y' | 'N';
}

export const insertSensor = async (tx: Db | Tx, meterId: number, sensor: NewSensor): Promise<SensorListRow> => {
  const name = sensor.name ?? `${sensor.type} ${sensor.sequence}`;
  const { rows } = await tx.query<SensorListRow>(sql`insert into sensor (meter_id, type, sequence, name)
    values (${meterId}, ${sensor.type}, ${sensor.sequence}, ${name}) returning id, meter_id, type, sequence, name, use`);
  const [row] = rows;
  if (!row) throw new Error('the sensor was not added');
  return row;
};

export const insertPurifier = async (
  tx: Tx,
  meterId: number,
  purifier: NewMeter['purifiers'][number],
): Promise<void> => {
  await tx.query(sql`insert into purifier (meter_id, number, name, model)
    values (${meterId}, ${purifier.number}, ${purifier.name}, ${purifier.model ?? null})`);
};

/** Adds a way in: a gateway, or with a meter its device. */
export const saveCredential = async (
  tx: Db | Tx,
  credential: { organizationId: number; code: string; meterId: number | null; secretHash: Buffer },
): Promise<void> => {
  const { organizationId, code, meterId, secretHash } = credential;
  const kind = meterId === null ? 'GATEWAY' : 'DEVICE';
  await tx.query(sql`insert into device_credential (organization_id, code, kind, meter_id, secret_hash)
    values (${organizationId}, ${code}, ${kind}, ${meterId}, ${secretHash})`);
};

export const saveEnrolment = async (db: Db | Tx, organizationId: number, secretHash: Buffer): Promise<void> => {
  await db.query(sql`update organization set enrolment_hash = ${secretHash}, updated_time = now()
    where id = ${organizationId}`);
};

/** Writes down that a device came or went; an older word never replaces a newer one. */
export const saveStatus = async (
  db: Db,
  meterId: number,
  status: 'ONLINE' | 'OFFLINE',
  time: number,
): Promise<void> => {
  await db.query(sql`insert into device_status (meter_id, status, changed_time)
    values (${meterId}, ${status}, ${new Date(time)})
    on conflict (meter_id) do update set status = excluded.status, changed_time = excluded.changed_time
    where device_status.changed_time <= excluded.changed_time`);
};
