import fc from 'fast-check';
import sql from 'sql-template-tag';
import type { Db } from '../platform/db/pool.ts';
import type { RegistryTouch } from '../registry/registry.ts';
import { aDepartment, aMeter, anOffice, anOrganization, aPurifier, aSensor } from './factory.ts';

const firstOf = async (
  db: Db,
  table: string,
  pick: number,
): Promise<{ id: number; organization_id: number } | null> => {
  const { rows } = await db.query<{ id: number; organization_id: number }>(
    sql([
      `select id, ${table === 'organization' ? 'id' : 'organization_id'} as organization_id from ${table} order by id`,
    ]),
  );
  return rows[pick % Math.max(1, rows.length)] ?? null;
};

type Edit = (db: Db, pick: number, text: string) => Promise<Partial<RegistryTouch>>;

/** A change of an existing row, and what it touches. */
const changes =
  (table: 'organization' | 'office' | 'department' | 'meter', change: string): Edit =>
  async (db, pick, text) => {
    const row = await firstOf(db, table, pick);
    if (row === null) return {};
    await db.query({
      text: `update ${table} set ${change} where id = $1`,
      values: change.includes('$2') ? [row.id, text] : [row.id],
    });
    return table === 'meter' ? { meters: [row.id] } : { organizations: [row.organization_id] };
  };

const removes =
  (table: 'organization' | 'office' | 'department' | 'meter'): Edit =>
  async (db, pick) => {
    const row = await firstOf(db, table, pick);
    if (row === null) return {};
    await db.query({ text: `delete from ${table} where id = $1`, values: [row.id] });
    return table === 'meter' ? { meters: [row.id] } : { organizations: [row.organization_id] };
  };

const EDITS: Record<string, Edit> = {
  addOrganization: async (db) => ({ organizations: [(await anOrganization(db)).id] }),
  addOffice: async (db, pick) => {
    const row = await firstOf(db, 'organization', pick);
    if (row === null) return {};
    await anOffice(db, row.id);
    return { organizations: [row.id] };
  },
  addDepartment: async (db, pick) => {
    const row = await firstOf(db, 'office', pick);
    if (row === null) return {};
    await aDepartment(db, { organizationId: row.organization_id, officeId: row.id });
    return { organizations: [row.organization_id] };
  },
  addMeter: async (db, pick) => {
    const { rows } = await db.query<{ id: number; organization_id: number; office_id: number }>(
      sql`select id, organization_id, office_id from department order by id`,
    );
    const row = rows[pick % Math.max(1, rows.length)];
    if (!row) return {};
    const department = { id: row.id, organizationId: row.organization_id, officeId: row.office_id };
    const meter = await aMeter(db, { department, sensors: ['CO2', 'PM10'] });
    await db.query(
      sql`insert into device_credential values (${row.organization_id}, ${meter.code}, 'DEVICE', ${meter.id}, '\\x01')`,
    );
    return { meters: [meter.id] };
  },
  addParts: async (db, pick) => {
    const row = await firstOf(db, 'meter', pick);
    if (row === null) return {};
    const { rows } = await db.query<{ next: number }>(
      sql`select (select count(*) from purifier where meter_id = ${row.id}) + 1 as next`,
    );
    const next = rows[0]?.next ?? 1;
    await aPurifier(db, row.id, next);
    await aSensor(db, row.id, { type: 'HCHO', sequence: next });
    return { meters: [row.id] };
  },
  addGateway: async (db, pick) => {
    const row = await firstOf(db, 'organization', pick);
    if (row === null) return {};
    await db.query(
      sql`insert into device_credential values (${row.id}, ${`GW-${pick}`}, 'GATEWAY', null, '\\x02') on conflict do nothing`,
    );
    return { organizations: [row.id] };
  },
  setStandard: async (db, pick) => {
    const row = await firstOf(db, 'organization', pick);
    if (row === null) return {};
    await db.query(sql`insert into standard (organization_id, type, valid_from, bounds)
      values (${row.id}, 'CO2', date '2026-01-01' + ${pick % 9}::integer, '{1,2,3,4}') on conflict do nothing`);
    return { organizations: [row.id] };
  },
  endStandard: async (db, pick) => {
    const row = await firstOf(db, 'organization', pick);
    if (row === null) return {};
    await db.query(sql`insert into standard (organization_id, type, valid_from, bounds)
      values (${row.id}, 'CO2', date '2026-01-10' + ${pick % 9}::integer, null) on conflict do nothing`);
    return { organizations: [row.id] };
  },
  setMasterStandard: async (db, pick) => {
    await db.query(sql`insert into standard (organization_id, type, valid_from, bounds)
      values (null, 'CO2', date '2026-01-01' + ${pick % 9}::integer, '{2,3,4,5}') on conflict do nothing`);
    return { organizations: 'all' };
  },
  useSensorType: async (db, pick) => {
    const row = await firstOf(db, 'organization', pick);
    if (row === null) return {};
    await db.query(sql`update organization_sensor set use = case use when 'Y' then 'N' else 'Y' end
      where organization_id = ${row.id} and master_sensor_id = (select id from master_sensor where type = 'CO2')`);
    const { rows } = await db.query<{ id: number }>(sql`select id from meter where organization_id = ${row.id}`);
    return { organizations: [row.id], meters: rows.map(({ id }) => id) };
  },
  renameOrganization: changes('organization', 'name = $2'),
  recodeOrganization: changes('organization', "code = lpad((id * 7919 % 100000000 + 5)::text, 8, '9')"),
  addAlias: async (db, pick) => {
    const row = await firstOf(db, 'organization', pick);
    if (row === null) return {};
    const code = String(80_000_000 + (pick % 50));
    await db.query(sql`insert into organization_alias values (${code}, ${row.id}) on conflict do nothing`);
    return { organizations: [row.id] };
  },
  endAlias: async (db, pick) => {
    const row = await firstOf(db, 'organization', pick);
    if (row === null) return {};
    await db.query(sql`delete from organization_alias where organization_id = ${row.id}`);
    return { organizations: [row.id] };
  },
  disableOrganization: changes('organization', "use = 'N'"),
  renameOffice: changes('office', 'name = $2 || id'),
  renameDepartment: changes('department', 'name = $2 || id'),
  renameMeter: changes('meter', 'name = $2 || id'),
  recodeMeter: changes('meter', "code = 'C' || id || '-' || version, version = version + 1"),
  disableMeter: changes('meter', "use = 'N'"),
  removeMeter: removes('meter'),
  removeDepartment: removes('department'),
  removeOffice: removes('office'),
  removeOrganization: removes('organization'),
  moveMeter: async (db, pick) => {
    const row = await firstOf(db, 'meter', pick);
    if (row === null) return {};
    await db.query(sql`update meter set (office_id, department_id) = (select office_id, id from department
      where organization_id = meter.organization_id order by (id * 31 + ${pick}::integer) % 97 limit 1) where id = ${row.id}`);
    return { meters: [row.id] };
  },
  moveDepartment: async (db, pick) => {
    const row = await firstOf(db, 'department', pick);
    if (row === null) return {};
    await db
      .query(sql`with target as (select id from office where organization_id = ${row.organization_id}
        order by (id * 31 + ${pick}::integer) % 97 limit 1),
      moved as (update department set office_id = (select id from target) where id = ${row.id})
      select`)
      .catch(() => undefined);
    return { organizations: [row.organization_id] };
  },
};

/** A registry of one organization. */
export const prepareRegistry = async (db: Db): Promise<void> => {
  await db.query(sql`delete from organization`);
  await db.query(sql`delete from standard`);
  for (const add of [
    'addOrganization',
    'addOffice',
    'addOffice',
    'addDepartment',
    'addDepartment',
    'addMeter',
    'addMeter',
  ]) {
    await EDITS[add]?.(db, 0, '');
  }
};

/** A change of the registry by its name in `EDITS`, of the row that `pick` selects. */
export interface RegistryEdit {
  name: string;
  pick: number;
  text: string;
}

export const registryEdit: fc.Arbitrary<RegistryEdit> = fc.record({
  name: fc.constantFrom(...Object.keys(EDITS)),
  pick: fc.nat(1000),
  text: fc.stringMatching(/^[A-Za-z가-힣]{1,6}$/),
});

/** Makes a change; returns what it touches. */
export const makeEdit = async (db: Db, { name, pick, text }: RegistryEdit): Promise<RegistryTouch> => ({
  organizations: [],
  meters: [],
  ...(await EDITS[name]?.(db, pick, text)),
});
