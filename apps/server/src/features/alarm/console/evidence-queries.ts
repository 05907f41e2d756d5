import type { AlarmEvidence } from '@airdeck/contract/alarm/routes';
import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import type { Db } from '../../../platform/db/pool.ts';
import { reached } from './filter-queries.ts';

type EvidenceRow = Omit<AlarmEvidence, 'heard_time' | 'local_server'> & {
  heard_time: Date | null;
  local_server: string | null;
  connected: boolean;
  connected_time: Date | null;
  down_time: Date | null;
};

/**
 * What raised an alarm and how its subject is connected now: the rule that applies to its code, and the gateway or local
 * server that it is about or through which its meter spoke last. undefined: it is not within the scope.
 */
export const findEvidence = async (db: Db, scope: Scope, id: number): Promise<AlarmEvidence | undefined> => {
  const { rows } = await db.query<EvidenceRow & Record<string, unknown>>(sql`
    select
      (select json_build_object('applies_to', coalesce(r.sensor_type, 'ALL'), 'basis', coalesce(r.grade, 'VALUE'),
          'direction', r.direction, 'limit', r.bound, 'release', r.release, 'duration_min', r.duration_min,
          'average', r.average, 'use', r.use)
        from alarm_rule r where a.source in ('VALUE', 'DAY_MEAN') and r.code = a.code
          and (r.organization_id is null or r.organization_id = a.organization_id)
          and (r.sensor_type is null or r.sensor_type = a.sensor_type)
        -- The order of importance of the rule set: organization, then type.
        order by r.organization_id nulls last, r.sensor_type nulls last limit 1) as rule,
      l.name as local_server, coalesce(t.state = 'CONNECTED', false) as connected, t.connected_time,
      t.down_since as down_time,
      case when a.gateway is not null then greatest(b.heard_time, g.changed_time)
        when a.local_server_id is not null then greatest(t.heard_time, t.last_message_time, b.heard_time)
        else b.heard_time end as heard_time,
      case when a.meter_id is null then b.meters else 0 end as meters_behind
    from alarm a
    left join meter_route o on o.meter_id = a.meter_id
    left join local_server l on l.id = coalesce(a.local_server_id, o.local_server_id)
    left join local_server_status t on t.local_server_id = l.id and t.organization_id = a.organization_id
    left join gateway_status g on g.organization_id = a.organization_id and g.code = a.gateway
    cross join lateral (
      select max(c.time) as heard_time, count(*)::integer as meters from (
        select a.meter_id where a.meter_id is not null
        union all select r.meter_id from meter_route r
          where a.meter_id is null and a.gateway is not null and r.organization_id = a.organization_id
            and r.gateway = a.gateway
        union all select r.meter_id from meter_route r
          where a.meter_id is null and a.local_server_id is not null and r.local_server_id = a.local_server_id
            and r.organization_id = a.organization_id
      ) m left join meter_current c on c.meter_id = m.meter_id
    ) b
    where a.id = ${id} and ${reached(scope)}`);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { rule, meters_behind, heard_time, local_server, connected, connected_time, down_time } = row;
  const times = { connected_time: connected_time?.toISOString() ?? null, down_time: down_time?.toISOString() ?? null };
  return {
    rule,
    heard_time: heard_time?.toISOString() ?? null,
    local_server: local_server === null ? null : { name: local_server, connected, ...times },
    meters_behind,
  };
};
