import { NO_COMMUNICATION } from '@airdeck/contract/standard/built-in';
import { hasLeft, isSilent } from '@airdeck/domain/alarm/silence';
import { conditionKey, standingKey } from '../apply-conditions.ts';
import { type GatewayRow, listGateways } from '../device-state-queries.ts';
import type { SubjectCondition } from '../subject-condition.ts';
import { listeningTo } from './silence.ts';
import type { Detector, LockedContext } from './types.ts';

/** Conditions of these gateways, and of gateways with an alarm that are not among them: they are gone. */
export const gatewayConditions = (
  gateways: readonly GatewayRow[],
  { snapshot, standing, listening, now }: LockedContext,
): SubjectCondition[] => {
  const alarms = new Map(standing.map((row) => [standingKey(row), row]));
  const common = { code: NO_COMMUNICATION, source: 'GATEWAY' as const, isFresh: true };
  const present = gateways.flatMap((row): SubjectCondition[] => {
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

/** A gateway does not communicate when it has disconnected, or when all meters behind it (two or more) are silent. */
export const gateway: Detector = {
  source: 'GATEWAY',
  codes: [NO_COMMUNICATION],
  readsAllMeters: true,
  onSites: async (tx, context) => ({ conditions: await gatewayConditions(await listGateways(tx), context) }),
};
