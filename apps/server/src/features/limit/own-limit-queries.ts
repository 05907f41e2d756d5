import {
  MAX_OWN_LIMITS,
  type NewOwnLimit,
  type OWN_LIMIT_ORDERS,
  type OwnLimit,
  type OwnLimitFields,
  type OwnLimitsQuery,
  ownLimitErrors,
} from '@airdeck/contract/limit/own-limit';
import sql from 'sql-template-tag';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

/** @throws Failure INVALID_PARAMETER */
const check = (given: OwnLimitFields): void => {
  const errors = ownLimitErrors(given);
  if (Object.keys(errors).length > 0) throw new Failure('INVALID_PARAMETER', errors);
};

/** @throws Failure INVALID_PARAMETER beyond MAX_OWN_LIMITS */
const checkCount = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx.query(sql`select from organization where id = ${organizationId} for no key update`);
  const { rowCount } = await tx.query(sql`
    select from own_limit where organization_id = ${organizationId} limit ${MAX_OWN_LIMITS + 1}`);
  if (rowCount > MAX_OWN_LIMITS) throw new Failure('INVALID_PARAMETER', { pack_name: 'TOO_LONG' });
};

export const ownLimitTable: ResourceTable<
  Timestamped<OwnLimit>,
  OwnLimit,
  NewOwnLimit,
  OwnLimitFields,
  OwnLimitsQuery,
  (typeof OWN_LIMIT_ORDERS)[number]
> = {
  entity: 'own_limits',
  table: 'own_limit',
  alias: 'l',
  list: {
    columns: sql`l.id, l.organization_id, o.name as organization_name, l.pack_name, l.type, l.facility_kind,
      l.limit_direction, l.limit_value, l.limit_basis, l.averaging, l.counted_hours, l.least_share, l.least_data,
      l.valid_from, l.valid_to, l.limit_source, l.created_time, l.updated_time, l.version`,
    from: sql`own_limit l join organization o on o.id = l.organization_id`,
    fields: {
      organization_name: 'o.name',
      pack_name: naturalOrder('l.pack_name'),
      type: 'l.type',
      valid_from: 'l.valid_from',
      created_time: 'l.created_time',
      updated_time: 'l.updated_time',
    },
    order: ['o.name', naturalOrder('l.pack_name'), 'l.type', 'l.valid_from desc', 'l.id'],
  },
  scope: { organization: 'l.organization_id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'l.pack_name'], query.search),
    ...equals('l.organization_id', query.organizationId),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    check(added);
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into own_limit (organization_id, pack_name, type, facility_kind, limit_direction, limit_value, limit_basis,
        averaging, counted_hours, least_share, least_data, valid_from, valid_to, limit_source)
      select o.id, ${added.pack_name}, ${added.type}, ${added.facility_kind}, ${added.limit_direction},
        ${added.limit_value}, ${added.limit_basis}, ${added.averaging}, ${added.counted_hours}, ${added.least_share},
        ${added.least_data}, ${added.valid_from}, ${added.valid_to}, ${added.limit_source} from organization o
      where o.id = ${added.organization_id} and ${withinScope(scope, { organization: 'o.id' })} returning id`);
    const id = rows[0]?.id;
    if (id !== undefined) await checkCount(tx, added.organization_id);
    return id;
  },
  update: async (tx, { id }, edited) => {
    check(edited);
    const { rowCount } = await tx.query(sql`
      update own_limit set pack_name = ${edited.pack_name}, type = ${edited.type},
        facility_kind = ${edited.facility_kind}, limit_direction = ${edited.limit_direction},
        limit_value = ${edited.limit_value}, limit_basis = ${edited.limit_basis}, averaging = ${edited.averaging},
        counted_hours = ${edited.counted_hours}, least_share = ${edited.least_share}, least_data = ${edited.least_data},
        valid_from = ${edited.valid_from}, valid_to = ${edited.valid_to}, limit_source = ${edited.limit_source},
        version = version + 1, updated_time = now() where id = ${id}`);
    return rowCount > 0;
  },
};
