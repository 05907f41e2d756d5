import type { ERROR_GROUPS, SEVERITIES } from '@airdeck/contract/standard/schema';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

export type Severity = (typeof SEVERITIES)[number];

export interface ErrorRow {
  code: string;
  group: (typeof ERROR_GROUPS)[number];
  severity: Severity;
  description: string;
  description_en: string | null;
}

/** What an organization says of an error, where it says something else than the master. */
export interface OverrideRow {
  organization_id: number;
  code: string;
  use: 'Y' | 'N';
  severity: Severity | null;
  description: string | null;
}

export interface RuleRow {
  organization_id: number | null;
  code: string;
  sensor_type: SensorType | null;
  grade: 'BAD' | 'VERY_BAD' | null;
  direction: 'ABOVE' | 'BELOW';
  bound: number | null;
  release: number | null;
  duration_min: number;
  average: 'NONE' | 'HOUR' | 'DAY';
  use: 'Y' | 'N';
}

export interface RangeRow {
  type: SensorType;
  range_min: number;
  range_max: number;
}

const rows = async <R extends object>(tx: Db | Tx, statement: ReturnType<typeof sql>): Promise<R[]> =>
  (await tx.query<R & Record<string, unknown>>(statement)).rows;

/** Everything from which alarms are decided besides thresholds. */
export const loadRules = async (tx: Db | Tx) => ({
  errors: await rows<ErrorRow>(
    tx,
    sql`select code, device_group as "group", severity, description, description_en from master_error`,
  ),
  overrides: await rows<OverrideRow>(
    tx,
    sql`select o.organization_id, m.code, o.use, o.severity, o.description
      from organization_error o join master_error m on m.id = o.master_error_id
      where o.use = 'N' or o.severity is not null or o.description is not null`,
  ),
  rules: await rows<RuleRow>(
    tx,
    sql`select organization_id, code, sensor_type, grade, direction, bound, release, duration_min, average, use
      from alarm_rule order by code`,
  ),
  ranges: await rows<RangeRow>(tx, sql`select type, range_min, range_max from master_sensor`),
  clearing: await rows<{ organization_id: number; auto_clear: Severity[] }>(
    tx,
    sql`select organization_id, auto_clear from alarm_setting`,
  ),
});
export type RuleRows = Awaited<ReturnType<typeof loadRules>>;
