import { BASELINE_DRIFT } from '@airdeck/contract/standard/built-in';
import type { Role } from '@airdeck/domain/role';
import type { DemoMeter, DemoOrganization } from '@airdeck/simulator/demo/site';
import sql from 'sql-template-tag';
import { hashSecret } from '../device-messages/secret.ts';
import { insertSensor, saveCredential } from '../features/device/device-queries.ts';
import type { Tx } from '../platform/db/pool.ts';
import { insertOrganizationStandards } from '../registry/threshold-queries.ts';
import { type DemoUser, demoUsers, OPERATOR } from './demo-users.ts';

/** The gateway of each site. */
export const GATEWAY_CODE = 'DEMO';

const NAMES: Record<Role, string> = {
  SUPER_ADMIN: '김하늘',
  SUPER_USER: '이바람',
  LOCAL_ADMIN: '박새별',
  LOCAL_USER: '정다온',
};

const idOf = async (tx: Tx, text: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(text);
  const [row] = rows;
  if (!row) throw new Error('nothing was inserted');
  return row.id;
};

const seedMeter = async (tx: Tx, departmentId: number, meter: DemoMeter): Promise<void> => {
  const id = await idOf(
    tx,
    sql`insert into meter (organization_id, office_id, department_id, name, name_en, type, code, interval_s, is_air, model, backfill_until)
      select organization_id, office_id, id, ${meter.name}, ${meter.name_en}, ${meter.type}, ${meter.code},
        ${meter.interval_s}, ${meter.purifiers.length > 0 ? 'Y' : 'N'}, 'Airdeck Simulated', now() + interval '1 day'
      from department where id = ${departmentId} returning id`,
  );
  for (const { type, sequence, name } of meter.sensors) await insertSensor(tx, id, { type, sequence, name });
  for (const { number, name, name_en, model } of meter.purifiers) {
    await tx.query(sql`insert into purifier (meter_id, number, name, name_en, model)
      values (${id}, ${number}, ${name}, ${name_en}, ${model})`);
  }
};

/** The hospital: its wards are never empty, so the lowest CO2 of a week says nothing about a sensor's baseline. */
const NEVER_EMPTY = '10000002';

const ignoreBaseline = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx.query(sql`update organization_error e set use = 'N' from master_error m
    where m.id = e.master_error_id and m.code = ${BASELINE_DRIFT} and e.organization_id = ${organizationId}`);
};

/** Facilities of the demo: limits hold by their facts. */
const FACILITIES: Readonly<Record<string, { kind: string; area: number; hours: string }>> = {
  '10000001': { kind: 'SCHOOL', area: 8_200, hours: '월-금 08:00-18:00' },
  '10000002': { kind: 'MEDICAL', area: 12_400, hours: '월-일 00:00-24:00' },
  '10000003': { kind: 'LARGE_STORE', area: 31_000, hours: '월-일 10:00-22:00' },
};

const seedFacts = async (tx: Tx, organizationId: number, code: string): Promise<void> => {
  const facility = FACILITIES[code];
  if (facility === undefined) return;
  await tx.query(sql`
    insert into facility_facts (organization_id, valid_from, facility_kind, region, area, ventilation, opening_hours)
    values (${organizationId}, '2020-01-01', ${facility.kind}, 'KR-11', ${facility.area}, 'MECHANICAL', ${facility.hours})`);
};

const seedSite = async (tx: Tx, site: DemoOrganization): Promise<void> => {
  const organizationId = await idOf(
    tx,
    sql`insert into organization (code, name, name_en, address, latitude, longitude)
      values (${site.code}, ${site.name}, ${site.name_en}, ${site.address}, ${site.latitude}, ${site.longitude})
      returning id`,
  );
  await insertOrganizationStandards(tx, organizationId);
  await seedFacts(tx, organizationId, site.code);
  if (site.code === NEVER_EMPTY) await ignoreBaseline(tx, organizationId);
  for (const office of site.offices) {
    const officeId = await idOf(
      tx,
      sql`insert into office (organization_id, name, name_en) values (${organizationId}, ${office.name}, ${office.name_en})
        returning id`,
    );
    for (const department of office.departments) {
      const departmentId = await idOf(
        tx,
        sql`insert into department (organization_id, office_id, name, name_en)
          values (${organizationId}, ${officeId}, ${department.name}, ${department.name_en}) returning id`,
      );
      for (const meter of department.meters) await seedMeter(tx, departmentId, meter);
    }
  }
};

/** Registers the demo's organizations, places, devices and users, once; `hash` is the hash of the users' passwords. */
export const seedDemo = async (
  tx: Tx,
  sites: readonly DemoOrganization[],
  passwordHash: (user: DemoUser) => Promise<string>,
): Promise<void> => {
  const { rows } = await tx.query<{ there: boolean }>(
    sql`select exists (select from organization where code = ${OPERATOR.code}) as there`,
  );
  if (rows[0]?.there) return;
  const operatorId = await idOf(
    tx,
    sql`insert into organization (code, name, name_en) values (${OPERATOR.code}, ${OPERATOR.name}, ${OPERATOR.name_en})
      returning id`,
  );
  await insertOrganizationStandards(tx, operatorId);
  for (const site of sites) await seedSite(tx, site);
  for (const user of demoUsers(sites)) {
    await tx.query(sql`insert into app_user (organization_id, login, name, email, authority, language, password_hash)
      select id, ${user.login}, ${NAMES[user.authority]}, ${`${user.login}@example.com`}, ${user.authority}, 'ko',
        ${await passwordHash(user)} from organization where code = ${user.code}`);
  }
};

/** Gives each site's gateway a new secret, known to the simulator only. */
export const renewGateways = async (
  tx: Tx,
  newSecret: () => string,
): Promise<{ code: string; username: string; secret: string }[]> => {
  await tx.query(sql`delete from device_credential where kind = 'GATEWAY' and code = ${GATEWAY_CODE}`);
  const { rows } = await tx.query<{ id: number; code: string }>(
    sql`select id, code from organization where code <> ${OPERATOR.code} order by code`,
  );
  const gateways = [];
  for (const { id, code } of rows) {
    const secret = newSecret();
    await saveCredential(tx, { organizationId: id, code: GATEWAY_CODE, meterId: null, secretHash: hashSecret(secret) });
    gateways.push({ code, username: `${code}:${GATEWAY_CODE}`, secret });
  }
  return gateways;
};
