import { NO_COMMUNICATION } from '@airdeck/contract/alarm/schema';
import { hasLeft, isSilent } from '@airdeck/domain/alarm/silence';
import { MINUTE_MS } from '@airdeck/domain/duration';
import type { Tx } from '../../platform/db/pool.ts';
import type { AlarmAt, StandingRow } from './alarm-queries.ts';
import { conditionKey, type SubjectCondition, standingKey } from './apply-conditions.ts';
import { listeningTo, type SilenceContext } from './device-conditions.ts';
import { listGateways } from './device-queries.ts';
import { listLocalServers } from './sweep-queries.ts';
import type { SweepContext } from './told-conditions.ts';

/** A local server disconnected for this long is an alarm. */
const DISCONNECTED_MS = MINUTE_MS;
/** A process without a heartbeat for this long does not hold its connections to local servers. */
const PROCESS_SILENT_MS = 10_000;

/** A gateway does not communicate when it has disconnected, or when all meters behind it (two or more) are silent. */
export const gatewayConditions = async (
  tx: Tx,
  { snapshot, standing, listening, now }: SilenceContext,
): Promise<SubjectCondition[]> => {
  const alarms = new Map(standing.map((row) => [standingKey(row), row]));
  const common = { code: NO_COMMUNICATION, source: 'GATEWAY' as const, isFresh: true };
  const present = (await listGateways(tx)).flatMap((row): SubjectCondition[] => {
    const organization = snapshot.organizations.get(row.organization_id);
    if (organization === undefined || organization.use === 'N') return [];
    const subject = { ...common, organization, gateway: row.gateway, holds: false, since: now, time: now };
    const measured = row.measured?.getTime() ?? null;
    const status = row.status && row.changed_time ? { value: row.status, time: row.changed_time.getTime() } : null;
    const heard = { measured, status, intervalS: row.interval_s };
    const since = listeningTo(alarms.get(conditionKey(subject)), listening);
    const isGone = hasLeft(heard, since, now);
    const holds = isGone || (row.meters > 1 && isSilent(heard, since, now));
    const time = holds ? (isGone && status?.time) || now : (measured ?? now);
    return [{ ...subject, holds, since: measured ?? time, time }];
  });
  const known = new Set(present.map(conditionKey));
  const gone = standing.flatMap((row): SubjectCondition[] => {
    const organization = snapshot.organizations.get(row.organization_id ?? 0);
    if (organization === undefined || row.gateway === null || known.has(standingKey(row))) return [];
    return [{ ...common, organization, gateway: row.gateway, holds: false, since: now, time: now }];
  });
  return [...present, ...gone];
};

/** Conditions of local servers that are disconnected for a minute. One that no live process holds is left as it is. */
export const localServerConditions = async (
  tx: Tx,
  { snapshot, now }: SweepContext,
  standing: readonly StandingRow[],
  listening: number,
): Promise<{ conditions: SubjectCondition[]; gone: AlarmAt[] }> => {
  const all = await listLocalServers(tx, PROCESS_SILENT_MS);
  const raised = new Set(standing.flatMap((row) => (row.ended_time === null ? [row.local_server_id] : [])));
  const conditions = all.flatMap((row): SubjectCondition[] => {
    const organization = snapshot.organizations.get(row.organization_id);
    if (organization === undefined || !row.is_held) return [];
    const since = row.down_since?.getTime() ?? now;
    const isDownLong = raised.has(row.id) || now - Math.max(since, listening) >= DISCONNECTED_MS;
    const holds = !row.is_connected && isDownLong;
    const time = holds ? now : (row.connected_time?.getTime() ?? now);
    const localServer = { id: row.id, name: row.name };
    const what = { code: NO_COMMUNICATION, source: 'LOCAL_SERVER' as const, since, time, detail: row.address };
    return [{ organization, localServer, ...what, holds, isFresh: true }];
  });
  const known = new Set(all.map(({ id }) => id));
  const gone = standing.flatMap(({ id, local_server_id }) =>
    local_server_id === null || known.has(local_server_id) ? [] : [{ id, time: now }],
  );
  return { conditions, gone };
};
