import type { MeterRow } from '@airdeck/contract/device/import';
import type { RowError } from '@airdeck/contract/import-file';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import type { ImportTable, Numbered } from '../../import/import-table.ts';
import { withinScope } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { type Credential, newCredential } from './secret.ts';

interface AddedMeter {
  id: number;
  organization_id: number;
  organization_code: string;
  code: string;
}

/** Rows of a file with their places, as far as the scope reaches them. */
const meters = (rows: readonly Numbered<MeterRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json) as r (n integer, organization_code text, office_name text,
    department_name text, name text, name_en text, type text, code text, ip text, use text, is_air text, model text,
    serial text, hardware_version text, software_version text, first_operation_date date,
    cumulative_operation_h float8, interval_s integer)
  left join organization o on o.code = r.organization_code and ${withinScope(scope, { organization: 'o.id' })}
  left join office f on f.organization_id = o.id and f.name = r.office_name
  left join department d on d.office_id = f.id and d.name = r.department_name`;

/** Adds the ways in of many devices. */
const saveCredentials = async (
  tx: Tx,
  devices: readonly { meter: AddedMeter; secretHash: Buffer }[],
): Promise<void> => {
  await tx.query(sql`insert into device_credential (organization_id, code, kind, meter_id, secret_hash)
    select c.organization_id, c.code, 'DEVICE', c.meter_id, decode(c.hash, 'hex') from unnest(
      ${devices.map(({ meter }) => meter.organization_id)}::integer[], ${devices.map(({ meter }) => meter.code)}::text[],
      ${devices.map(({ meter }) => meter.id)}::integer[],
      ${devices.map(({ secretHash }) => secretHash.toString('hex'))}::text[]
    ) as c (organization_id, code, meter_id, hash)`);
};

export const createMeterImportTable = (randomBytes: (size: number) => Buffer): ImportTable<MeterRow> => ({
  entity: 'meters',
  unique: [
    ['organization_code', 'code'],
    ['organization_code', 'office_name', 'department_name', 'name'],
  ],
  handsOut: ['code', 'username', 'secret'],
  // A gateway may have a code too.
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${meters(rows, scope)}
      left join meter named on named.department_id = d.id and named.name = r.name
      left join meter coded on coded.organization_id = o.id and coded.code = r.code
      left join device_credential c on c.organization_id = o.id and c.code = r.code
      cross join lateral (values
        ('organization_code', 'NOT_FOUND', o.id is null),
        ('office_name', 'NOT_FOUND', o.id is not null and f.id is null),
        ('department_name', 'NOT_FOUND', f.id is not null and d.id is null),
        ('name', 'DUPLICATE', named.id is not null),
        ('code', 'DUPLICATE', coded.id is not null or c.code is not null)
      ) as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    const added = await tx.query<AddedMeter & Record<string, unknown>>(sql`
      with added as (
        insert into meter (organization_id, office_id, department_id, name, name_en, type, code, ip, use, is_air, model,
          serial, hardware_version, software_version, first_operation_date, cumulative_operation_h, interval_s)
        select o.id, f.id, d.id, r.name, r.name_en, r.type, r.code, r.ip, r.use, r.is_air, r.model, r.serial,
          r.hardware_version, r.software_version, r.first_operation_date, r.cumulative_operation_h, r.interval_s
        from ${meters(rows, scope)} order by r.n
        returning id, organization_id, office_id, department_id, name, name_en, type, code, ip, use, is_air, model,
          serial, interval_s
      ) select a.*, o.code as organization_code from added a join organization o on o.id = a.organization_id
      order by a.id`);
    const devices = added.rows.map((meter) => ({
      meter,
      ...newCredential(randomBytes, meter.organization_code, meter.code),
    }));
    await saveCredentials(tx, devices);
    return devices.map(({ meter, credential }: { meter: AddedMeter; credential: Credential }) => ({
      id: meter.id,
      organizationId: meter.organization_id,
      meterId: meter.id,
      after: meter,
      handedOut: [meter.code, credential.username, credential.secret],
    }));
  },
});
