import type { NewMeter } from '@airdeck/contract/device/schema';
import sql from 'sql-template-tag';
import { type AuditedChange, insertAudit } from '../../audit/audit-queries.ts';
import { hashSecret } from '../../device-messages/secret.ts';
import { insertPurifier, insertSensor, saveCredential, saveEnrolment } from '../../features/device/device-queries.ts';
import { insertGateway } from '../../features/device/gateway-table-queries.ts';
import { meterTable } from '../../features/device/meter-queries.ts';
import { appendRegistryChange } from '../../feed/feed-queries.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Editor } from '../../platform/http/who.ts';

/** The request cannot be carried out; the message says why. */
export class ProvisionError extends Error {
  override name = 'ProvisionError';
}

export interface MeterRequest extends Omit<NewMeter, 'department_id' | 'take_over'> {
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

/** Who registers it, and when; epoch ms. */
export interface ProvisionContext {
  editor: Editor;
  now: number;
}

type Made = Pick<AuditedChange, 'entity' | 'entityId' | 'organizationId'> & {
  after: object;
  action?: 'create' | 'write';
};

const note = (tx: Tx, { editor, now }: ProvisionContext, ...made: Made[]): Promise<void> =>
  insertAudit(
    tx,
    editor,
    made.map((each) => ({ action: 'create', before: null, ...each })),
    now,
  );

/** The office of that name, created if there is none. */
const officeOf = async (tx: Tx, context: ProvisionContext, organizationId: number, name: string): Promise<number> => {
  const found = await firstId(
    tx,
    sql`select id from office where organization_id = ${organizationId} and folded_name(name) = folded_name(${name})`,
  );
  if (found !== undefined) return found;
  const made = sql`insert into office (organization_id, name) values (${organizationId}, ${name}) returning id`;
  const id = (await firstId(tx, made)) ?? 0;
  await note(tx, context, { entity: 'offices', entityId: id, organizationId, after: { name } });
  return id;
};

/** The department of that name, created if there is none. */
const departmentOf = async (
  tx: Tx,
  context: ProvisionContext,
  organizationId: number,
  { office, name }: { office: number; name: string },
): Promise<number> => {
  const found = await firstId(
    tx,
    sql`select id from department where office_id = ${office} and folded_name(name) = folded_name(${name})`,
  );
  if (found !== undefined) return found;
  const made = sql`insert into department (organization_id, office_id, name)
    values (${organizationId}, ${office}, ${name}) returning id`;
  const id = (await firstId(tx, made)) ?? 0;
  await note(tx, context, { entity: 'departments', entityId: id, organizationId, after: { name } });
  return id;
};

/** Registers a meter below an office and department, which are created if missing. */
export const provisionMeter = async (
  tx: Tx,
  context: ProvisionContext,
  request: MeterRequest,
  secret: string,
): Promise<number> => {
  const { organization, office, department, ...meter } = request;
  const owner = await organizationId(tx, organization);
  const officeId = await officeOf(tx, context, owner, office);
  const departmentId = await departmentOf(tx, context, owner, { office: officeId, name: department });
  const id = await meterTable.insert(tx, { ...meter, department_id: departmentId }, { reach: 'all' });
  if (id === undefined) throw new ProvisionError('The meter could not be added.');
  for (const sensor of meter.sensors) await insertSensor(tx, id, sensor);
  for (const purifier of meter.purifiers) await insertPurifier(tx, id, purifier);
  await saveCredential(tx, { organizationId: owner, code: meter.code, meterId: id, secretHash: hashSecret(secret) });
  await note(tx, context, { entity: 'meters', entityId: id, organizationId: owner, after: meter });
  await appendRegistryChange(tx);
  return id;
};

export const provisionGateway = async (
  tx: Tx,
  context: ProvisionContext,
  { organization, code }: { organization: string; code: string },
  secret: string,
): Promise<void> => {
  const owner = await organizationId(tx, organization);
  const id = await insertGateway(tx, { organizationId: owner, code, secretHash: hashSecret(secret) });
  await note(tx, context, { entity: 'gateways', entityId: id, organizationId: owner, after: { code } });
  await appendRegistryChange(tx);
};

export const provisionEnrolment = async (
  tx: Tx,
  context: ProvisionContext,
  organization: string,
  secret: string,
): Promise<void> => {
  const owner = await organizationId(tx, organization);
  await saveEnrolment(tx, owner, hashSecret(secret));
  const after = { enrolment: 'renewed' };
  await note(tx, context, { action: 'write', entity: 'organizations', entityId: owner, organizationId: owner, after });
  await appendRegistryChange(tx);
};
