import type { Severity } from '@airdeck/contract/standard/schema';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';

export type ErrorRow = Pick<Tables['master_error'], 'code' | 'severity' | 'description' | 'description_en' | 'use'> & {
  group: Tables['master_error']['device_group'];
};

/** The organization's settings of an error, where they differ from the master's. */
export type OverrideRow = Pick<Tables['organization_error'], 'organization_id' | 'use' | 'severity' | 'description'> &
  Pick<Tables['master_error'], 'code'>;

export type RuleRow = Pick<Tables['alarm_rule'], 'organization_id' | 'code' | 'grade' | 'direction' | 'bound'> &
  Pick<Tables['alarm_rule'], 'release' | 'duration_min' | 'average' | 'use'> & { sensor_type: SensorType | null };

export type RangeRow = Pick<Tables['master_sensor'], 'range_min' | 'range_max'> & { type: SensorType };

const rows = async <R extends object>(tx: Db | Tx, statement: ReturnType<typeof sql>): Promise<R[]> =>
  (await tx.query<R & Record<string, unknown>>(statement)).rows;

/** Loads everything that alarm rules depend on, except thresholds. */
export const loadRules = async (tx: Db | Tx) => ({
  errors: await rows<ErrorRow>(
    tx,
    sql`select code, device_group as "group", severity, description, description_en, use from master_error`,
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
