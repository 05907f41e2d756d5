import type { DOOR_ORDERS, DoorsQuery } from '@airdeck/contract/door/routes';
import { DEFAULT_SECRET_HEADER, type Door, type DoorFields, type NewDoor } from '@airdeck/contract/door/schema';
import { type FieldCode, isFieldCode } from '@airdeck/contract/error/field-code';
import { checkRegisterMap } from '@airdeck/drivers/check-register-map';
import type { RegisterMap } from '@airdeck/drivers/register-map';
import type { Json } from '@airdeck/drivers/types';
import sql from 'sql-template-tag';
import { hashSecret } from '../../device-messages/secret.ts';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';
import { checkDecoder } from './decoder-queries.ts';

type Row = Omit<Timestamped<Door>, 'last_message_time'> & { last_message_time: Date | null };

/** A new door, with the hash of its token or password; only HTTP and BROKER have one. */
export type DoorToAdd = NewDoor & { secretHash: Buffer | null };

const checkFields = (kind: string, { filters, home_assistant }: DoorFields): void => {
  const publishes = home_assistant !== null;
  if (publishes && kind !== 'BROKER' && kind !== 'SITE') {
    throw new Failure('INVALID_PARAMETER', { home_assistant: 'INVALID' });
  }
  // A door that only publishes receives nothing.
  if (kind === 'SITE' && filters.length === 0 && !publishes) {
    throw new Failure('INVALID_PARAMETER', { filters: 'REQUIRED' });
  }
};

/** A register map that a person entered; its faults are named by their paths below `register_map`. */
export const checkedRegisterMap = (json: unknown): RegisterMap | null => {
  if (json === null) return null;
  const map = checkRegisterMap(json as Json);
  if (!('errors' in map)) return map;
  const faults = map.errors.map(({ path, code }): [string, FieldCode] => [
    path === '' ? 'register_map' : `register_map.${path}`,
    isFieldCode(code) ? code : 'INVALID',
  ]);
  throw new Failure('INVALID_PARAMETER', Object.fromEntries(faults));
};

const checkDoorMap = (kind: string, { register_map }: DoorFields): void => {
  if (register_map !== null && kind !== 'MODBUS') throw new Failure('INVALID_PARAMETER', { register_map: 'INVALID' });
  checkedRegisterMap(register_map);
};

/** The header with the second secret of requests. `secretHash` null: the stored secret stays. */
const headerOf = (
  kind: string,
  { header_name, header_secret }: DoorFields,
): { name: string | null; secretHash: Buffer | null } => {
  const secretHash = header_secret == null ? null : hashSecret(header_secret);
  const name = header_name ?? (secretHash === null ? null : DEFAULT_SECRET_HEADER);
  if (name !== null && kind !== 'HTTP') throw new Failure('INVALID_PARAMETER', { header_name: 'INVALID' });
  return { name, secretHash };
};

const jsonOf = (map: DoorFields['register_map']): string | null => (map === null ? null : JSON.stringify(map));

export const doorTable: ResourceTable<Row, Door, DoorToAdd, DoorFields, DoorsQuery, (typeof DOOR_ORDERS)[number]> = {
  entity: 'doors',
  table: 'door',
  alias: 'r',
  list: {
    columns: sql`r.id, r.organization_id, o.name as organization_name, r.name, r.kind, r.envelope, r.driver,
        r.local_server_id, s.name as local_server_name, r.filters, r.register_map,
        case r.kind when 'BROKER' then o.code || '-door-' || r.id end as account, r.description, r.use, r.home_assistant,
        r.header_name,
        (select count(*) from door_device v where v.door_id = r.id) as device_count,
        (select count(*) from door_device v where v.door_id = r.id and v.meter_id is null and v.blocked = 'N')
          as unbound_count,
        (select max(v.last_seen_time) from door_device v where v.door_id = r.id) as last_message_time,
        r.created_time, r.updated_time, r.version`,
    from: sql`door r join organization o on o.id = r.organization_id
      left join local_server s on s.id = r.local_server_id`,
    fields: {
      organization_name: 'o.name',
      name: naturalOrder('r.name'),
      kind: 'r.kind',
      envelope: 'r.envelope',
      driver: 'r.driver',
      device_count: '(select count(*) from door_device v where v.door_id = r.id)',
      unbound_count:
        "(select count(*) from door_device v where v.door_id = r.id and v.meter_id is null and v.blocked = 'N')",
      last_message_time: '(select max(v.last_seen_time) from door_device v where v.door_id = r.id)',
      use: 'r.use',
      created_time: 'r.created_time',
      updated_time: 'r.updated_time',
    },
    order: ['o.name', naturalOrder('r.name'), 'r.id'],
  },
  scope: { organization: 'r.organization_id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'r.name', 'r.description'], query.search),
    ...equals('r.organization_id', query.organizationId),
    ...equals('r.kind', query.kind),
    ...equals('r.use', query.use),
  ],
  present: ({ last_message_time, ...row }) => ({
    ...presentTimestamps(row),
    last_message_time: last_message_time?.toISOString() ?? null,
  }),
  passing: ['device_count', 'unbound_count', 'last_message_time'],
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    checkFields(added.kind, added);
    checkDoorMap(added.kind, added);
    if ((added.kind === 'SITE') !== (added.local_server_id !== null)) {
      throw new Failure('INVALID_PARAMETER', { local_server_id: added.kind === 'SITE' ? 'REQUIRED' : 'INVALID' });
    }
    const header = headerOf(added.kind, added);
    if (header.name !== null && header.secretHash === null) throw noHeaderSecret();
    await checkDecoder(tx, added.driver, added.organization_id);
    if (added.local_server_id !== null) await checkLocalServer(tx, added.local_server_id, added.organization_id);
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into door (organization_id, name, kind, envelope, driver, local_server_id, filters, secret_hash,
        register_map, description, use, home_assistant, header_name, header_secret_hash)
      select o.id, ${added.name}, ${added.kind}, ${added.envelope}, ${added.driver}, ${added.local_server_id}::integer,
        ${added.filters}::text[], ${added.secretHash}::bytea,
        ${jsonOf(added.register_map)}::jsonb, ${added.description}, ${added.use},
        ${added.home_assistant}, ${header.name}, ${header.secretHash}::bytea
      from organization o
      where o.id = ${added.organization_id} and ${withinScope(scope, { organization: 'o.id' })} returning id`);
    return rows[0]?.id;
  },
  update: async (tx, { id, kind, organization_id, header_name }, edited) => {
    checkFields(kind, edited);
    checkDoorMap(kind, edited);
    const header = headerOf(kind, edited);
    if (header.name !== null && header.secretHash === null && header_name === null) throw noHeaderSecret();
    await checkDecoder(tx, edited.driver, organization_id);
    const { rowCount } = await tx.query(sql`
      update door set name = ${edited.name}, envelope = ${edited.envelope}, driver = ${edited.driver},
        filters = ${edited.filters}::text[], register_map = ${jsonOf(edited.register_map)}::jsonb, description = ${edited.description}, use = ${edited.use},
        home_assistant = ${edited.home_assistant}, header_name = ${header.name}::text,
        header_secret_hash = case when ${header.name}::text is not null
          then coalesce(${header.secretHash}::bytea, header_secret_hash) end,
        version = version + 1, updated_time = now()
      where id = ${id}`);
    return rowCount > 0;
  },
};

const checkLocalServer = async (tx: Tx, id: number, organizationId: number): Promise<void> => {
  const { rows } = await tx.query(sql`
    select from local_server where id = ${id} and organization_id = ${organizationId}`);
  if (rows.length === 0) throw new Failure('INVALID_PARAMETER', { local_server_id: 'NOT_FOUND' });
};

/** Gives a door another token or password; returns false when it is gone or has none. */
export const renewDoorSecret = async (tx: Tx, id: number, secretHash: Buffer): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    update door set secret_hash = ${secretHash}, version = version + 1, updated_time = now()
    where id = ${id} and kind in ('HTTP', 'BROKER')`);
  return rowCount > 0;
};

const noHeaderSecret = (): Failure => new Failure('INVALID_PARAMETER', { header_secret: 'REQUIRED' });

/** A door as its requests meet it. */
export interface DoorOfToken {
  id: number;
  /** Header with the second secret; null: none is asked for. */
  header_name: string | null;
  header_secret_hash: Buffer | null;
}

/** The door that a token opens; null: none, or out of use. */
export const findDoorByToken = async (db: Db, tokenHash: Buffer): Promise<DoorOfToken | null> => {
  const { rows } = await db.query<DoorOfToken>(sql`
    select r.id, r.header_name, r.header_secret_hash from door r join organization o on o.id = r.organization_id
    where r.secret_hash = ${tokenHash} and r.kind = 'HTTP' and r.use = 'Y' and o.use = 'Y'`);
  return rows[0] ?? null;
};
