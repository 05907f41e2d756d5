import type { COMMAND_ORDERS, CommandsQuery } from '@airdeck/contract/control/routes';
import type { CommandRecord } from '@airdeck/contract/control/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { RECORDED_NAMES, recordedNames } from '../../localization/recorded-names-queries.ts';
import { contains, containsAny, equals, withinDays, withinScope } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { ListSource } from '../../platform/db/read-page.ts';
import type { Tables } from '../../schema/tables.ts';

type Columns = Tables['command'];
/** A command as the database has it. */
export type CommandRow = Pick<Columns, 'id' | 'batch_id' | 'organization_id' | 'meter_id' | 'purifier_id' | 'origin'> &
  Pick<Columns, 'organization_name' | 'office_name' | 'department_name' | 'meter_name' | 'air_name'> &
  Pick<Columns, 'user_login' | 'ip' | 'action' | 'description' | 'state' | 'refusal'> &
  Pick<Columns, 'sent_time' | 'accepted_time' | 'ended_time'> &
  Pick<CommandRecord, 'command' | 'before' | 'after'> & { executed_time: Columns['requested_time'] };

export const presentCommand = (row: CommandRow): CommandRecord => ({
  ...row,
  executed_time: row.executed_time.toISOString(),
  sent_time: row.sent_time?.toISOString() ?? null,
  accepted_time: row.accepted_time?.toISOString() ?? null,
  ended_time: row.ended_time?.toISOString() ?? null,
});

const nameColumns = (language: Language): Sql =>
  raw(RECORDED_NAMES.map((name) => `${recordedNames('k', language).column[name]} as ${name}`).join(', '));

/** Commands, with the names of their places in a language. */
export const commandList = (language: Language): ListSource<(typeof COMMAND_ORDERS)[number]> => {
  const { joins, column } = recordedNames('k', language);
  return {
    columns: sql`k.id, k.batch_id, k.organization_id, k.meter_id, k.purifier_id, ${nameColumns(language)}, k.origin,
      k.user_login, k.ip, k.command, k.action, k.description, k.state, k.refusal, k.before, k.after,
      k.requested_time as executed_time, k.sent_time, k.accepted_time, k.ended_time`,
    from: sql`command k ${joins}`,
    fields: {
      ...column,
      executed_time: 'k.requested_time',
      user_login: 'k.user_login',
      command: 'k.command',
      state: 'k.state',
    },
    order: ['k.requested_time desc', 'k.id desc'],
  };
};

export const commandFilters = (query: Omit<CommandsQuery, 'page' | 'size' | 'sort'>, language: Language): Sql[] => {
  const { column } = recordedNames('k', language);
  return [
    ...withinDays('k.requested_time', query, query.timeZone ?? 'UTC'),
    ...containsAny([...Object.values(column), 'k.user_login'], query.search),
    ...contains(column.organization_name, query.organizationName),
    ...contains(column.office_name, query.officeName),
    ...contains(column.department_name, query.departmentName),
    ...contains(column.meter_name, query.meterName),
    ...contains(column.air_name, query.airName),
    ...contains('k.user_login', query.userLogin),
    ...equals('k.command', query.command),
    ...equals('k.state', query.state),
    ...equals('k.origin', query.origin),
    ...equals('k.purifier_id', query.purifierId),
    ...equals('k.batch_id', query.batchId),
  ];
};

/** Columns by which a viewer's scope reaches a command. */
export const COMMAND_SCOPE = { organization: 'k.organization_id', place: { meter: 'k.meter_id' } };

export const reachedCommands = (scope: Scope): Sql => withinScope(scope, COMMAND_SCOPE);

export const findCommand = async (
  db: Db,
  scope: Scope,
  id: number,
  language: Language,
): Promise<CommandRow | undefined> => {
  const { columns, from } = commandList(language);
  const { rows } = await db.query<CommandRow & Record<string, unknown>>(
    sql`select ${columns} from ${from} where k.id = ${id} and ${reachedCommands(scope)}`,
  );
  return rows[0];
};

export interface CommandCount {
  start: Date;
  outcome: 'CONFIRMED' | 'OPEN' | 'FAILED';
  count: number;
}

/** Counts commands by quarter of an hour, ascending; the buckets of every zone consist of whole quarters. */
export const countCommands = async (
  db: Db,
  scope: Scope,
  filters: readonly Sql[],
  language: Language,
): Promise<CommandCount[]> => {
  const { rows } = await db.query<CommandCount & Record<string, unknown>>(sql`
    select date_bin('15 minutes', k.requested_time, timestamptz '2000-01-01 00:00Z') as start,
      case when k.state = 'CONFIRMED' then 'CONFIRMED' when k.state in ('REQUESTED', 'SENT', 'ACCEPTED') then 'OPEN'
        else 'FAILED' end as outcome, count(*)::integer as count
    from ${commandList(language).from} where ${reachedCommands(scope)} and ${join([sql`true`, ...filters], ' and ')}
    group by 1, 2 order by 1`);
  return rows;
};
