import { NO_COMMUNICATION } from '@airdeck/contract/standard/built-in';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { siteKey } from '../../../device-messages/device-message.ts';
import type { SubjectCondition } from '../subject-condition.ts';
import { listLocalServers } from '../sweep-queries.ts';
import type { Detector } from './types.ts';

/** A local server disconnected for this long is an alarm. */
const DISCONNECTED_MS = MINUTE_MS;
/** A process without a heartbeat for this long does not hold its connections to local servers. */
const PROCESS_SILENT_MS = 10_000;

const keyOf = (id: number | null, { organization_id }: { organization_id: number | null }): string =>
  siteKey({ localServerId: id, organizationId: organization_id });

const localServerConditions: Detector['onSites'] = async (tx, { snapshot, standing, listening, now }) => {
  const all = await listLocalServers(tx, PROCESS_SILENT_MS);
  const raised = new Set(standing.flatMap((row) => (row.ended_time === null ? [keyOf(row.local_server_id, row)] : [])));
  const conditions = all.flatMap((row): SubjectCondition[] => {
    const organization = snapshot.organizations.get(row.organization_id);
    if (organization === undefined || !row.is_held) return [];
    const since = row.down_since?.getTime() ?? now;
    const isDownLong = raised.has(keyOf(row.id, row)) || now - Math.max(since, listening) >= DISCONNECTED_MS;
    const holds = !row.is_connected && isDownLong;
    const time = holds ? now : (row.connected_time?.getTime() ?? now);
    const localServer = { id: row.id, name: row.name };
    const what = { code: NO_COMMUNICATION, source: 'LOCAL_SERVER' as const, since, time, detail: row.address };
    return [{ organization, localServer, ...what, holds, isFresh: true }];
  });
  const known = new Set(all.map((row) => keyOf(row.id, row)));
  const gone = standing.flatMap((row) =>
    row.local_server_id === null || known.has(keyOf(row.local_server_id, row)) ? [] : [{ id: row.id, time: now }],
  );
  return { conditions, gone };
};

/** A local server that has been disconnected for a minute. One without a running process keeps its state. */
export const localServer: Detector = {
  source: 'LOCAL_SERVER',
  codes: [NO_COMMUNICATION],
  onSites: localServerConditions,
};
