import type { AlarmsQuery } from '@airdeck/contract/alarm/routes';
import sql, { raw, type Sql } from 'sql-template-tag';

/** Between the parts of a key; no name contains it. */
const BETWEEN = 'chr(31)';

/**
 * Hash of what the alarms of a group have in common, 53 bits: kind and department. Alarms without a department, such as
 * those of a local server, stay alone, and so do reports of people, which are about different things.
 */
const kindKey = (alias: string, ...more: readonly string[]): string => {
  const parts = [
    'organization_id',
    'organization_name',
    'office_name',
    'department_name',
    'category',
    'code',
    'sensor_type',
  ];
  const texts = [...parts.map((part) => `coalesce(${alias}.${part}::text, '')`), ...more];
  return `hashtextextended(concat_ws(${BETWEEN}, ${texts.join(', ')},
    case when ${alias}.department_name is null or ${alias}.source = 'REPORT' then ${alias}.id end), 0) >> 11`;
};

/** How far people are with an alarm: those of a group need the same. */
const progress = (alias: string): string => `case when ${alias}.shelved_until is not null then 'SHELVED'
  when ${alias}.ended_time is not null then 'ENDED' when ${alias}.acknowledged_time is not null then 'HANDLED'
  else 'PENDING' end`;

/** The group of an alarm that is not cleared. */
export const groupKey = (alias: string): Sql => raw(kindKey(alias, progress(alias)));

/** Open alarms of the kind and department of another one, in any state: that one may be handled meanwhile. */
export const withinGroup = ({ groupOf }: AlarmsQuery): Sql[] =>
  groupOf === undefined
    ? []
    : [
        sql`a.cleared_time is null
          and ${raw(kindKey('a'))} = (select ${raw(kindKey('g'))} from alarm g where g.id = ${groupOf})`,
      ];
