import type { NewMeter } from '@airdeck/contract/device/schema';
import sql from 'sql-template-tag';
import { insertPurifier, insertSensor, saveCredential, saveEnrolment } from '../../features/device/device-queries.ts';
import { meterTable } from '../../features/device/meter-queries.ts';
import { hashSecret } from '../../features/device/secret.ts';
import { appendRegistryChange } from '../../feed/feed-queries.ts';
import type { Tx } from '../../platform/db/pool.ts';

/** The request cannot be carried out; the message says why. */
export class ProvisionError extends Error {
  override name = 'ProvisionError';
}

export interface MeterRequest extends Omit<NewMeter, 'department_id'> {
  organization: string;
  office: string;
  department: string;
}

const firstId = async (tx: Tx, statement: ReturnType<typeof sql>): Promise<number | undefined> =>
  (await tx.query<{ id: number }>(statement)).rows[0]?.id;

export const organizationId = async (tx: Tx, code: string): Promise<number> => {
  const id = await firstId(tx, sql`select id from organization where code = ${code}`);
  if (id === undefined) throw new ProvisionError(`There is no organization with the code ${code}.`);
  return id;
};

/** The office of that name, created if there is none. */
const officeOf = async (tx: Tx, organization: number, name: string): Promise<number> => {
  const found = await firstId(
    tx,
    sql`select id from office where organization_id = ${organization} and name = ${name}`,
  );
  const made = sql`insert into office (organization_id, name) values (${organization}, ${name}) returning id`;
  return found ?? (await firstId(tx, made)) ?? 0;
};

/** The department of that name, created if there is none. */
const departmentOf = async (tx: Tx, organization: number, office: number, name: string): Promise<number> => {
  const found = await firstId(tx, sql`select id from department where office_id = ${office} and name = ${name}`);
  const made = sql`insert into department (organization_id, office_id, name)
    values (${organization}, ${office}, ${name}) returning id`;
  return found ?? (await firstId(tx, made)) ?? 0;
};

/** Registers a meter below an office and department, which are created if missing. */
export const provisionMeter = async (tx: Tx, request: MeterRequest, secret: string): Promise<number> => {
  const { organization, office, department, ...meter } = request;
  const owner = await organizationId(tx, organization);
  const officeId = await officeOf(tx, owner, office);
  const departmentId = await departmentOf(tx, owner, officeId, department);
  const id = await meterTable.insert(tx, { ...meter, department_id: departmentId }, { reach: 'all' });
  if (id === undefined) throw new ProvisionError('The meter could not be added.');
  for (const sensor of meter.sensors) await insertSensor(tx, id, sensor);
  for (const purifier of meter.purifiers) await insertPurifier(tx, id, purifier);
  await saveCredential(tx, { organizationId: owner, code: meter.code, meterId: id, secretHash: hashSecret(secret) });
  await appendRegistryChange(tx);
  return id;
};

export const provisionGateway = async (tx: Tx, organization: string, code: string, secret: string): Promise<void> => {
  const owner = await organizationId(tx, organization);
  await saveCredential(tx, { organizationId: owner, code, meterId: null, secretHash: hashSecret(secret) });
  await appendRegistryChange(tx);
};

export const provisionEnrolment = async (tx: Tx, organization: string, secret: string): Promise<void> => {
  await saveEnrolment(tx, await organizationId(tx, organization), hashSecret(secret));
  await appendRegistryChange(tx);
};
