import {
  type DECODER_ORDERS,
  type Decoder,
  type DecoderExample,
  type DecoderFields,
  type DecodersQuery,
  MAX_DECODER_VERSIONS,
  MAX_DECODERS,
  type NewDecoder,
} from '@airdeck/contract/door/decoder';
import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import { hashOfSource } from '../../decoder-sandbox/decoder-sandbox.ts';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';
import { decoderIdOf } from './decode-arrival.ts';

type Row = Omit<Timestamped<Decoder>, 'trouble_time'> & { trouble_time: Date | null };

/** Doors and devices that name a decoder. */
const USE_COUNT = `((select count(*) from door where driver = 'decoder-' || c.id)
  + (select count(*) from door_device where driver = 'decoder-' || c.id))`;

export const decoderTable: ResourceTable<
  Row,
  Decoder,
  NewDecoder,
  DecoderFields,
  DecodersQuery,
  (typeof DECODER_ORDERS)[number]
> = {
  entity: 'decoders',
  table: 'decoder',
  alias: 'c',
  list: {
    columns: sql`c.id, c.organization_id, o.name as organization_name, c.name, 'decoder-' || c.id as driver, c.state,
        c.trouble, c.trouble_time, jsonb_array_length(c.examples) as example_count,
        (select count(*) from door where driver = 'decoder-' || c.id)
          + (select count(*) from door_device where driver = 'decoder-' || c.id) as use_count,
        c.source_hash, c.created_time, c.updated_time, c.version`,
    from: sql`decoder c join organization o on o.id = c.organization_id`,
    fields: {
      organization_name: 'o.name',
      name: naturalOrder('c.name'),
      state: 'c.state',
      use_count: USE_COUNT,
      created_time: 'c.created_time',
      updated_time: 'c.updated_time',
    },
    order: ['o.name', naturalOrder('c.name'), 'c.id'],
  },
  scope: { organization: 'c.organization_id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'c.name'], query.search),
    ...equals('c.organization_id', query.organizationId),
    ...equals('c.state', query.state),
  ],
  present: ({ trouble_time, ...row }) => ({
    ...presentTimestamps(row),
    trouble_time: trouble_time?.toISOString() ?? null,
  }),
  passing: ['use_count', 'trouble', 'trouble_time'],
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, { organization_id, name, source, examples }, scope) => {
    const { rows } = await tx.query<{ id: number; has_room: boolean }>(sql`
      select o.id, (select count(*) from decoder where organization_id = o.id) < ${MAX_DECODERS} as has_room
      from organization o where o.id = ${organization_id} and ${withinScope(scope, { organization: 'o.id' })}
      for update`);
    const [organization] = rows;
    if (organization === undefined) return undefined;
    if (!organization.has_room) throw new Failure('INVALID_PARAMETER', { name: 'TOO_MANY_DECODERS' });
    const { rows: added } = await tx.query<{ id: number }>(sql`
      insert into decoder (organization_id, name, source, source_hash, examples)
      values (${organization_id}, ${name}, ${source}, ${hashOfSource(source)}, ${JSON.stringify(examples)}::jsonb)
      returning id`);
    return added[0]?.id;
  },
  update: async (tx, { id, source_hash }, { name, source, examples }, editor) => {
    const hash = hashOfSource(source);
    const { rowCount } = await tx.query(sql`
      update decoder set name = ${name}, source = ${source}, source_hash = ${hash},
        examples = ${JSON.stringify(examples)}::jsonb, state = 'ON', trouble = null, trouble_time = null,
        version = version + 1, updated_time = now()
      where id = ${id}`);
    if (hash !== source_hash) await insertVersion(tx, id, source, editor);
    return rowCount > 0;
  },
  checkRemoval: async (tx, { id }) => {
    const driver = `decoder-${id}`;
    const { rows } = await tx.query(sql`
      select from door where driver = ${driver} union all select from door_device where driver = ${driver} limit 1`);
    if (rows.length > 0) throw new Failure('DECODER_IN_USE');
  },
};

/** Keeps a saved source; the oldest ones beyond `MAX_DECODER_VERSIONS` are deleted. */
export const insertVersion = async (tx: Tx, decoderId: number, source: string, { userId }: Editor): Promise<void> => {
  await tx.query(sql`
    insert into decoder_version (decoder_id, source, user_id, login)
    values (${decoderId}, ${source}, ${userId}::integer, (select login from app_user where id = ${userId}))`);
  await tx.query(sql`
    delete from decoder_version where id in (
      select id from decoder_version where decoder_id = ${decoderId} order by id desc offset ${MAX_DECODER_VERSIONS})`);
};

/** @throws Failure when a driver is a decoder that the organization does not have. */
export const checkDecoder = async (tx: Tx, driver: string | null, organizationId: number): Promise<void> => {
  if (driver?.startsWith('decoder-') !== true) return;
  // Locked, so that it is not deleted before the door or the device names it.
  const { rows } = await tx.query(sql`
    select from decoder where id = ${decoderIdOf(driver)}::integer and organization_id = ${organizationId} for share`);
  if (rows.length === 0) throw new Failure('INVALID_PARAMETER', { driver: 'NOT_FOUND' });
};

export interface SavedSource {
  source: string;
  examples: DecoderExample[];
}

/** The source of a decoder, or (with a version) one that was saved before; undefined: there is none. */
export const findSource = async (
  db: Db,
  id: number,
  versionId: number | undefined,
): Promise<SavedSource | undefined> => {
  const { rows } = await db.query<{ source: string; examples: DecoderExample[] }>(sql`
    select coalesce(v.source, c.source) as source, c.examples from decoder c
    left join decoder_version v on v.decoder_id = c.id and v.id = ${versionId ?? null}::integer
    where c.id = ${id} and (${versionId ?? null}::integer is null or v.id is not null)`);
  return rows[0];
};

/** The source of a decoder of an organization; undefined: it has no such decoder. */
export const findSourceOf = async (db: Db, id: number, organizationId: number): Promise<string | undefined> => {
  const { rows } = await db.query<{ source: string }>(sql`
    select source from decoder where id = ${id} and organization_id = ${organizationId}`);
  return rows[0]?.source;
};

export interface VersionRow {
  id: number;
  saved_time: Date;
  login: string | null;
  bytes: number;
}

export const listVersions = async (db: Db, id: number): Promise<VersionRow[]> => {
  const { rows } = await db.query<VersionRow>(sql`
    select id, saved_time, login, octet_length(source) as bytes from decoder_version where decoder_id = ${id}
    order by id desc`);
  return rows;
};

/** Decoders that can be chosen for doors within the scope. */
export const listDecoderParts = async (
  db: Db,
  scope: Scope,
): Promise<{ id: string; title: string; organization_id: number }[]> => {
  const { rows } = await db.query<{ id: string; title: string; organization_id: number }>(sql`
    select 'decoder-' || c.id as id, c.name as title, c.organization_id from decoder c
    where ${withinScope(scope, { organization: 'c.organization_id' })}
    order by c.organization_id, c.name, c.id limit 2000`);
  return rows;
};
