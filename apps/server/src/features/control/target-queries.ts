import type { TARGET_ORDERS, TargetsQuery } from '@airdeck/contract/control/routes';
import type { OpenCommand } from '@airdeck/contract/control/schema';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import { localizedList } from '../../localization/localized-names-queries.ts';
import { containsAny, containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { type ListSource, readPage } from '../../platform/db/read-page.ts';
import { activityExpression, type ControllerRow, controllerRow } from '../../resource/controller-queries.ts';
import {
  meterNamed,
  PLACED_FIELDS,
  PLACED_SCOPE,
  placedConditions,
  placedFrom,
} from '../../resource/placed-queries.ts';

/** A purifier with the facts that decide whether it can receive commands. */
export interface TargetRow {
  id: number;
  number: number;
  name: string;
  name_en: string | null;
  model: string | null;
  use: 'Y' | 'N';
  organization_id: number;
  organization_name: string;
  office_name: string;
  department_name: string;
  meter_id: number;
  meter_name: string;
  /** It, its meter and its organization. */
  is_used: boolean;
  interval_s: number;
  /** When its device last measured, reported this purifier, or reported its status. */
  heard_time: Date | null;
  /** When its device, or that device's last gateway, went offline, unless it has come back. */
  gone_time: Date | null;
  /** The local server through which its device spoke last is not connected. */
  is_site_down: boolean;
  /** Its newest report. */
  state_time: Date | null;
  state: PurifierState | null;
  wishes: OpenCommand[];
}

const MODES_WORST_FIRST = `'{TROUBLE,OFF,STOP,MANUAL,AUTO}'::text[]`;
/** The state as defined in domain/purifier-state. */
const WORK_MODE = `case when r.state->>'power' = 'OFF' then 'OFF' when r.state->>'run' <> 'WORK' then r.state->>'run'
  else r.state->>'control' end`;

const COLUMNS = sql`p.id, p.number, p.name, p.name_en, p.model, p.use, m.organization_id, o.name as organization_name,
  f.name as office_name, d.name as department_name, p.meter_id, m.name as meter_name,
  (p.use = 'Y' and m.use = 'Y' and o.use = 'Y') as is_used, m.interval_s,
  greatest(c.time, r.last_time, case when s.status = 'ONLINE' then s.changed_time end) as heard_time,
  greatest(case when s.status = 'OFFLINE' then s.changed_time end, g.changed_time) as gone_time,
  l.local_server_id is not null as is_site_down, r.last_time as state_time, r.state,
  coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'command', k.command, 'action', k.action, 'state', k.state,
      'executed_time', k.requested_time, 'expires_time', k.expires_time) order by k.id)
    from command k where k.purifier_id = p.id and k.state in ('REQUESTED', 'SENT', 'ACCEPTED')), '[]') as wishes`;

const FROM = sql`purifier p ${placedFrom('p')}
  left join device_status s on s.meter_id = p.meter_id
  left join meter_current c on c.meter_id = p.meter_id
  left join meter_route y on y.meter_id = p.meter_id
  left join gateway_status g on g.organization_id = y.organization_id and g.code = y.gateway and g.status = 'OFFLINE'
  left join local_server_status l on l.local_server_id = y.local_server_id and l.organization_id = y.organization_id
    and l.state = 'DISCONNECTED'
  left join lateral (select x.last_time, x.state from purifier_state x where x.purifier_id = p.id
    order by x.time desc limit 1) r on true`;

export const TARGET_LIST: ListSource<(typeof TARGET_ORDERS)[number]> = {
  columns: COLUMNS,
  from: FROM,
  fields: {
    ...PLACED_FIELDS,
    name: 'p.name',
    work_mode: `array_position(${MODES_WORST_FIRST}, ${WORK_MODE})`,
    collected_time: 'r.last_time',
  },
  order: ['o.name', 'f.name', 'd.name', 'm.name', 'p.meter_id', 'p.number'],
};

export const reachedTargets = (scope: Scope): Sql => withinScope(scope, PLACED_SCOPE);

const silentAt = (now: number): string =>
  `coalesce(r.last_time < timestamptz '${new Date(now).toISOString()}' - ${MISSED_INTERVALS} * m.interval_s * interval '1 second', true)`;

export const targetFilters = (query: TargetsQuery, now: number): Sql[] => [
  ...placedConditions(query),
  ...containsAny(['p.name', 'p.name_en'], query.airName),
  ...containsWords(['p.name', 'p.name_en', 'p.model'], query.search, meterNamed('p.meter_id')),
  ...equals('m.organization_id', query.organizationId),
  ...equals('m.office_id', query.officeId),
  ...equals('m.department_id', query.departmentId),
  ...(query.purifierId ? [sql`p.id = any(${query.purifierId}::integer[])`] : []),
  ...equals(WORK_MODE, query.workMode),
  ...equals(activityExpression('r.state', silentAt(now)), query.activity),
];

/** A purifier on the control screen. */
export interface ListedTarget extends TargetRow {
  controller: ControllerRow;
}

/** A page of the purifiers that a user may control. */
export const readTargets = (
  db: Db,
  scope: Scope,
  query: TargetsQuery,
  { language, now }: { language: Language; now: number },
): Promise<{ rows: ListedTarget[]; total: number }> => {
  const controller = controllerRow({ state: 'r.state', isSilent: silentAt(now), now });
  const list = { ...TARGET_LIST, columns: sql`${TARGET_LIST.columns}, ${controller} as controller` };
  return readPage<ListedTarget, (typeof TARGET_ORDERS)[number]>(
    db,
    localizedList(list, language),
    [reachedTargets(scope), ...targetFilters(query, now)],
    query,
  );
};

/** Those of these purifiers that a user may control. */
export const listTargets = async (db: Db | Tx, scope: Scope, ids: readonly number[]): Promise<TargetRow[]> => {
  const { rows } = await db.query<TargetRow & Record<string, unknown>>(
    sql`select ${COLUMNS} from ${FROM} where p.id = any(${ids}::integer[]) and ${reachedTargets(scope)}`,
  );
  return rows;
};
