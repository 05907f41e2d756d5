import type { MeterRow } from '@airdeck/contract/device/import';
import type { RowError } from '@airdeck/contract/import-file';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import { newCredential, noSecretYet } from '../../device-messages/secret.ts';
import type { ImportTable, Known, Numbered } from '../../import/import-table.ts';
import { lockedRows } from '../../import/locked-rows-queries.ts';
import { withinScope } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { deviceKey } from '../../registry/snapshot.ts';
import { openHandOvers } from './hand-over-queries.ts';

interface AddedMeter {
  id: number;
  organization_id: number;
  organization_code: string;
  code: string;
}

/** Rows of a file with their places, as far as the scope reaches them. */
const meters = (rows: readonly Numbered<MeterRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json) as r (n integer, id integer, organization_code text, office_name text,
    department_name text, name text, name_en text, type text, code text, ip text, use text, is_air text, model text,
    serial text, hardware_version text, software_version text, first_operation_date date,
    cumulative_operation_h float8, interval_s integer, certificate_grade text,
    certificate_number text, certificate_until date, calibration_date date, receives_secret text)
  left join organization o on o.code = r.organization_code and ${withinScope(scope, { organization: 'o.id' })}
  left join office f on f.organization_id = o.id and folded_name(f.name) = folded_name(r.office_name)
  left join department d on d.office_id = f.id and folded_name(d.name) = folded_name(r.department_name)`;

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
  unique: [['organization_code', 'office_name', 'department_name', 'name']],
  handsOut: ['code', 'username', 'secret'],
  find: async (db, rows, scope, isLocked) => {
    const found = await db.query<Known<MeterRow>>(sql`
      select r.n, m.id, m.version, m.organization_id, o.code as organization_code, p.name as office_name,
        q.name as department_name, m.name, m.name_en, m.type, m.code, m.ip, m.use, m.is_air, m.model, m.serial,
        m.hardware_version, m.software_version, m.first_operation_date, m.cumulative_operation_h, m.interval_s,
        m.certificate_grade, m.certificate_number, m.certificate_until, m.calibration_date
      from ${meters(rows, scope)}
      join meter m on m.organization_id = o.id and m.code = r.code
      join office p on p.id = m.office_id join department q on q.id = m.department_id
      ${lockedRows('m', isLocked)}`);
    return found.rows;
  },
  // A gateway may have a code too.
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${meters(rows, scope)}
      left join meter named on named.department_id = d.id and folded_name(named.name) = folded_name(r.name)
      left join meter coded on coded.organization_id = o.id and lower(coded.code) = lower(r.code)
        and coded.kept_code is distinct from coded.code
      left join device_credential c on c.organization_id = o.id and lower(c.code) = lower(r.code)
        and c.kept_code is distinct from c.code
      left join unregistered_device u on u.organization_id = o.id and u.code = r.code and u.enrolled_ip is not null
        and u.blocked = 'N' and o.enrolment_hash is not null
      cross join lateral (values
        ('organization_code', 'NOT_FOUND', o.id is null),
        ('office_name', 'NOT_FOUND', o.id is not null and f.id is null),
        ('department_name', 'NOT_FOUND', f.id is not null and d.id is null),
        ('name', 'DUPLICATE', named.id <> coalesce(r.id, 0)),
        ('code', 'DUPLICATE', r.id is null and (coded.id is not null or c.code is not null)),
        ('receives_secret', 'NOT_FOUND', r.id is null and r.receives_secret = 'Y' and o.id is not null and u.code is null)
      ) as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    const added = await tx.query<AddedMeter & Record<string, unknown>>(sql`
      with added as (
        insert into meter (organization_id, office_id, department_id, name, name_en, type, code, ip, use, is_air, model,
          serial, hardware_version, software_version, first_operation_date, cumulative_operation_h, interval_s,
          certificate_grade, certificate_number, certificate_until, calibration_date)
        select o.id, f.id, d.id, r.name, r.name_en, r.type, r.code, r.ip, r.use, r.is_air, r.model, r.serial,
          r.hardware_version, r.software_version, r.first_operation_date, r.cumulative_operation_h, r.interval_s,
          r.certificate_grade, r.certificate_number, r.certificate_until, r.calibration_date
        from ${meters(rows, scope)} order by r.n
        returning id, organization_id, office_id, department_id, name, name_en, type, code, ip, use, is_air, model,
          serial, interval_s, certificate_grade, certificate_number, certificate_until, calibration_date
      ) select a.*, o.code as organization_code from added a join organization o on o.id = a.organization_id
      order by a.id`);
    const receiving = new Set(
      rows.flatMap((row) => (row.receives_secret === 'Y' ? [deviceKey(row.organization_code ?? '', row.code)] : [])),
    );
    const enrolled = added.rows.filter((meter) => receiving.has(deviceKey(meter.organization_code, meter.code)));
    const handedOver = await openHandOvers(
      tx,
      enrolled.map(({ id, organization_id, code }) => ({ id, organizationId: organization_id, code })),
    );
    const devices = added.rows.map((meter) => {
      const { credential, secretHash } = newCredential(randomBytes, meter.organization_code, meter.code);
      return handedOver.has(meter.id)
        ? { meter, secretHash: noSecretYet(randomBytes) }
        : { meter, secretHash, handedOut: [meter.code, credential.username, credential.secret] };
    });
    await saveCredentials(tx, devices);
    return devices.map(({ meter, handedOut }) => ({
      id: meter.id,
      organizationId: meter.organization_id,
      meterId: meter.id,
      after: meter,
      ...(handedOut && { handedOut }),
    }));
  },
  update: async (tx, rows, scope) => {
    const { rowCount } = await tx.query(sql`
      update meter set office_id = r.office_id, department_id = r.department_id, name = r.name, name_en = r.name_en,
        type = r.type, ip = r.ip, use = r.use, is_air = r.is_air, model = r.model, serial = r.serial,
        hardware_version = r.hardware_version, software_version = r.software_version,
        first_operation_date = r.first_operation_date, cumulative_operation_h = r.cumulative_operation_h,
        interval_s = r.interval_s, certificate_grade = r.certificate_grade,
        certificate_number = r.certificate_number, certificate_until = r.certificate_until,
        calibration_date = r.calibration_date, version = version + 1, updated_time = now()
      from (select r.*, f.id as office_id, d.id as department_id from ${meters(rows, scope)}) r
      where meter.id = r.id and r.department_id is not null`);
    return rowCount;
  },
});
