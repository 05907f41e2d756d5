import type { NOTICE_ORDERS, NoticesQuery } from '@airdeck/contract/notice/routes';
import type { NewNotice, Notice, NoticeFields } from '@airdeck/contract/notice/schema';
import sql, { type Sql } from 'sql-template-tag';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

/** Notices of an organization, with those to all. */
const ofOrganization = (id: number | undefined): Sql[] =>
  id === undefined ? [] : [sql`(n.organization_id = ${id} or n.organization_id is null)`];

export const noticeTable: ResourceTable<
  Timestamped<Notice>,
  Notice,
  NewNotice,
  NoticeFields,
  NoticesQuery,
  (typeof NOTICE_ORDERS)[number]
> = {
  entity: 'notices',
  table: 'notice',
  alias: 'n',
  list: {
    columns: sql`n.id, n.organization_id, o.name as organization_name, n.content, n.display_at_bottom,
        n.created_time, n.updated_time, n.version`,
    from: sql`notice n left join organization o on o.id = n.organization_id`,
    fields: {
      organization_name: 'o.name',
      content: 'n.content',
      display_at_bottom: 'n.display_at_bottom',
      created_time: 'n.created_time',
      updated_time: 'n.updated_time',
    },
    order: ['n.id desc'],
  },
  scope: { organization: 'n.organization_id', isShared: true },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'n.content'], query.search),
    ...ofOrganization(query.organizationId),
    ...equals('n.display_at_bottom', query.display_at_bottom),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    const { organization_id: organizationId } = added;
    if (organizationId === null && scope.reach !== 'all') return undefined;
    const { rows } = await tx.query<{ id: number }>(sql`
        insert into notice (organization_id, content, display_at_bottom)
        select ${organizationId}::integer, ${added.content}, ${added.display_at_bottom}
        where ${organizationId}::integer is null or exists (select from organization o where o.id = ${organizationId}
          and ${withinScope(scope, { organization: 'o.id' })}) returning id`);
    return rows[0]?.id;
  },
  update: async (tx, { id }, edited) => {
    const { rowCount } = await tx.query(sql`
        update notice set content = ${edited.content}, display_at_bottom = ${edited.display_at_bottom},
          version = version + 1, updated_time = now()
        where id = ${id}`);
    return rowCount > 0;
  },
};
