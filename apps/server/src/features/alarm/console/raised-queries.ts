import type { RaisedAlarms } from '@airdeck/contract/alarm/routes';
import type { RaisedAlarm } from '@airdeck/contract/live/event';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import type { Db } from '../../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { Tables } from '../../../schema/tables.ts';
import { localNames } from '../local-names.ts';
import { IS_LIVE, IS_NO_SYMPTOM, IS_PENDING, reached } from './filter-queries.ts';

/** Maximum number of alarms that an event names; the others are only counted. */
export const MAX_NAMED = 10;

const NAMED = sql`a.id, a.severity, a.description, a.description_en, a.organization_id, a.meter_id, a.purifier_id,
  a.organization_name, a.department_name, a.meter_name, a.sensor_name, a.air_name`;
const WORST_FIRST = sql`array_position(${SEVERITIES}::text[], a.severity), a.id desc`;

export type Raised = Pick<Tables['alarm'], 'id' | 'severity' | 'description' | 'description_en'> &
  Pick<Tables['alarm'], 'organization_id' | 'meter_id' | 'purifier_id'> &
  Pick<Tables['alarm'], 'organization_name' | 'department_name' | 'meter_name' | 'sensor_name' | 'air_name'>;

const placeOf = ({ organization_name, department_name, meter_name, sensor_name, air_name }: Raised): string =>
  [organization_name, department_name, meter_name, sensor_name, air_name].filter((name) => name !== null).join(' · ');

export const presentRaised = (raised: Raised, snapshot: RegistrySnapshot): RaisedAlarm => {
  const { id, severity, description, description_en } = raised;
  const english = localNames(raised, snapshot, 'en');
  return { id, severity, description, description_en, place: placeOf(raised), place_en: placeOf(english) };
};

/** The alarms among these that are still pending, worst first. */
export const listRaised = async (db: Db, ids: readonly number[]): Promise<Raised[]> => {
  const { rows } = await db.query<Raised>(sql`
    select ${NAMED} from alarm a where a.id = any(${ids}::bigint[]) and ${IS_LIVE} and ${IS_PENDING} and ${IS_NO_SYMPTOM}
    order by ${WORST_FIRST}`);
  return rows;
};

/** Alarms that a client missed which knows alarms up to `after`; null: it knows all. */
export const listRaisedAfter = async (
  db: Db,
  snapshot: RegistrySnapshot,
  scope: Scope,
  after: number | null,
): Promise<RaisedAlarms> => {
  const waits = sql`${IS_LIVE} and ${IS_PENDING} and ${IS_NO_SYMPTOM} and ${reached(scope)}`;
  const { rows } = await db.query<{ last_id: number; raised_count: number }>(sql`
    select coalesce(greatest(max(a.id), ${after}::bigint), 0) as last_id,
      (count(*) filter (where a.id > ${after}::bigint))::integer as raised_count
    from alarm a where ${waits}`);
  const { last_id, raised_count } = rows[0] ?? { last_id: after ?? 0, raised_count: 0 };
  if (raised_count === 0) return { last_id, raised_count, raised: [] };
  const named = await db.query<Raised>(sql`
    select ${NAMED} from alarm a where ${waits} and a.id > ${after}::bigint
    order by ${WORST_FIRST} limit ${MAX_NAMED}`);
  return { last_id, raised_count, raised: named.rows.map((each) => presentRaised(each, snapshot)) };
};
