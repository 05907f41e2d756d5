import { randomUUID } from 'node:crypto';
import type { Language } from '@airdeck/contract/user/schema';
import { DAY_MS } from '@airdeck/domain/duration';
import type { Role } from '@airdeck/domain/role';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { hash } from '@node-rs/argon2';
import sql from 'sql-template-tag';
import type { Db, Statement, Tx } from '../platform/db/pool.ts';
import { insertOrganizationStandards } from '../registry/threshold-queries.ts';

/** The password of every user that the factory creates. */
export const FACTORY_PASSWORD = 'Clean-Air-42!';

/** argon2id as in the product, with minimal work, for tests with many users. */
const cheapHash = hash(FACTORY_PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 });

let made = 10_000;
/** A number that is unique within the test process, always of five digits: names sort in the order in which they are made. */
const next = () => ++made;

const insert = async (db: Db | Tx, statement: Statement): Promise<number> => {
  const { rows } = await db.query<{ id: number }>(statement);
  const [row] = rows;
  if (!row) throw new Error('nothing was inserted');
  return row.id;
};

export interface TestOrganization {
  id: number;
  code: string;
  name: string;
}

export async function anOrganization(
  db: Db | Tx,
  given: { code?: string; name?: string; nameEn?: string; timeZone?: string; use?: 'Y' | 'N' } = {},
): Promise<TestOrganization> {
  const number = next();
  const { code = String(10_000_000 + number), name = `Organization ${number}` } = given;
  const id = await insert(
    db,
    sql`insert into organization (code, name, name_en, time_zone, use)
      values (${code}, ${name}, ${given.nameEn ?? null}, ${given.timeZone ?? 'Asia/Seoul'}, ${given.use ?? 'Y'})
      returning id`,
  );
  await insertOrganizationStandards(db, id);
  return { id, code, name };
}

export interface TestUser {
  id: number;
  organizationId: number;
  /** The organization's. */
  code: string;
  login: string;
  password: string;
  authority: Role;
}

/** A user who can log in, in a new organization if none is given. */
export async function aUser(
  db: Db | Tx,
  given: {
    organization?: TestOrganization;
    login?: string;
    name?: string;
    authority?: Role;
    use?: 'Y' | 'N';
    language?: Language;
    /** False: no password was ever set. */
    hasPassword?: boolean;
  } = {},
): Promise<TestUser> {
  const organization = given.organization ?? (await anOrganization(db));
  const number = next();
  const { login = `user.${number}`, authority = 'LOCAL_USER' } = given;
  const passwordHash = given.hasPassword === false ? null : await cheapHash;
  const id = await insert(
    db,
    sql`insert into app_user (organization_id, login, name, email, authority, use, language, password_hash)
      values (${organization.id}, ${login}, ${given.name ?? `User ${number}`}, ${`user${number}@example.com`},
        ${authority}, ${given.use ?? 'Y'}, ${given.language ?? 'ko'}, ${passwordHash})
      returning id`,
  );
  return { id, organizationId: organization.id, code: organization.code, login, password: FACTORY_PASSWORD, authority };
}

export const anOffice = (db: Db | Tx, organizationId: number, name = `Office ${next()}`): Promise<number> =>
  insert(db, sql`insert into office (organization_id, name) values (${organizationId}, ${name}) returning id`);

export interface TestDepartment {
  id: number;
  organizationId: number;
  officeId: number;
}

/** A department in a new office, or in the given one. */
export async function aDepartment(
  db: Db | Tx,
  given: { organizationId?: number; officeId?: number; name?: string } = {},
): Promise<TestDepartment> {
  const organizationId = given.organizationId ?? (await anOrganization(db)).id;
  const officeId = given.officeId ?? (await anOffice(db, organizationId));
  const id = await insert(
    db,
    sql`insert into department (organization_id, office_id, name)
      values (${organizationId}, ${officeId}, ${given.name ?? `Department ${next()}`}) returning id`,
  );
  return { id, organizationId, officeId };
}

export interface TestMeter {
  id: number;
  code: string;
  department: TestDepartment;
  /** In the requested order. */
  sensorIds: number[];
}

/** A meter with one sensor for each given type, numbered within its type, in a new department if none is given. */
export async function aMeter(
  db: Db | Tx,
  given: {
    department?: TestDepartment;
    name?: string;
    code?: string;
    intervalS?: number;
    use?: 'Y' | 'N';
    /** When it was registered. */
    registered?: string;
    /** Until when its readings may be of any age; ever by default, as tests have readings of any time. */
    backfillUntil?: string | null;
    sensors?: readonly SensorType[];
  } = {},
): Promise<TestMeter> {
  const department = given.department ?? (await aDepartment(db));
  const number = next();
  const { code = `METER-${number}`, name = `Meter ${number}` } = given;
  const id = await insert(
    db,
    sql`insert into meter (organization_id, office_id, department_id, name, code, interval_s, use, backfill_until)
      values (${department.organizationId}, ${department.officeId}, ${department.id}, ${name}, ${code},
        ${given.intervalS ?? 60}, ${given.use ?? 'Y'}, ${given.backfillUntil === undefined ? '2100-01-01' : given.backfillUntil})
      returning id`,
  );
  // Tests have readings of any time; those of a meter's registration say so themselves.
  await db.query(sql`update meter_period set from_time = ${given.registered ?? '2000-01-01'} where meter_id = ${id}`);
  const sensorIds: number[] = [];
  for (const [i, type] of (given.sensors ?? []).entries()) {
    const sequence = (given.sensors ?? []).slice(0, i + 1).filter((each) => each === type).length;
    sensorIds.push(await aSensor(db, id, { type, sequence }));
  }
  return { id, code, department, sensorIds };
}

export const aSensor = (
  db: Db | Tx,
  meterId: number,
  { type = 'CO2', sequence = 1, name = `${type} ${sequence}` }: { type?: SensorType; sequence?: number; name?: string },
): Promise<number> =>
  insert(
    db,
    sql`insert into sensor (meter_id, type, sequence, name) values (${meterId}, ${type}, ${sequence}, ${name}) returning id`,
  );

export const aPurifier = (db: Db | Tx, meterId: number, number = 1, name = `Purifier ${number}`): Promise<number> =>
  insert(db, sql`insert into purifier (meter_id, number, name) values (${meterId}, ${number}, ${name}) returning id`);

/** A row of the session table, for tests that need a session without a login. */
export async function aSession(db: Db | Tx, userId: number, loginTime: number): Promise<string> {
  const id = randomUUID();
  const time = new Date(loginTime);
  await db.query(
    sql`insert into session (id, user_id, organization_id, user_login, user_name, ip, login_time, last_seen_time, expires_time)
      select ${id}, id, organization_id, login, name, '127.0.0.1', ${time}, ${time}, ${new Date(loginTime + DAY_MS)}
      from app_user where id = ${userId}`,
  );
  return id;
}
