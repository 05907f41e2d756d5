import { type AlarmHandling, MAX_SHELVE_DAYS } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { ErrorCode } from '@airdeck/contract/error/code';
import { DAY_MS } from '@airdeck/domain/duration';
import type { Scope } from '@airdeck/domain/policy/may';
import { insertAudit } from '../../../audit/audit-queries.ts';
import type { AlarmEventKind } from '../../../feed/entry.ts';
import type { FeedWriter } from '../../../feed/feed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { Failure } from '../../../platform/http/failure.ts';
import type { Editor } from '../../../platform/http/who.ts';
import { changeAlarms, type Handling, lockAlarms, readAlarms } from './handle-queries.ts';
import { type AlarmRow, presentAlarm } from './list-queries.ts';

export interface HandlingDeps {
  db: Db;
  clock: Clock;
  feed: FeedWriter;
}

const EVENTS: Readonly<Record<Handling, AlarmEventKind>> = {
  ACKNOWLEDGE: 'ACKNOWLEDGED',
  CLEAR: 'CLEARED',
  SHELVE: 'SHELVED',
  UNSHELVE: 'UNSHELVED',
  DELETE: 'HIDDEN',
  RESTORE: 'RESTORED',
};

/** A person's request to handle alarms. */
export interface Handled extends Pick<AlarmHandling, 'note' | 'until'> {
  action: Handling;
  /** The version of each alarm that the person saw. */
  version?: number | undefined;
}

export interface HandlingResult {
  id: number;
  code: ErrorCode | null;
  /** The alarm after the change; null if it was refused. */
  alarm: Alarm | null;
}

/** @throws Failure INVALID_PARAMETER when `until` is in the past or beyond MAX_SHELVE_DAYS. */
const untilOf = ({ action, until }: Handled, now: number): string | null => {
  if (action !== 'SHELVE' || until === undefined) return null;
  const time = Date.parse(until);
  if (time <= now) throw new Failure('INVALID_PARAMETER', { until: 'PAST' });
  if (time > now + MAX_SHELVE_DAYS * DAY_MS) throw new Failure('INVALID_PARAMETER', { until: 'TOO_LARGE' });
  return new Date(time).toISOString();
};

const isHeld = ({ shelved_until, window_id }: AlarmRow): boolean => shelved_until !== null && window_id !== null;

const refusalOf = (row: AlarmRow | undefined, { action, version }: Handled): ErrorCode | null => {
  if (row === undefined) return 'RESOURCE_NOT_FOUND';
  if (version !== undefined && version !== row.version) return 'EDITED_MEANWHILE';
  if (action === 'UNSHELVE' && isHeld(row)) return 'ALARM_HELD';
  return row.cleared_time !== null && action !== 'DELETE' && action !== 'RESTORE' ? 'ALARM_CLEARED' : null;
};

/**
 * Applies one action to several alarms, each as far as possible. The change, its audit rows and its events commit
 * together. The engine reads the rows, so a clear by a person has the same effect as one of its own.
 */
export const handleAlarms = async (
  { db, clock, feed }: HandlingDeps,
  { editor, scope }: { editor: Editor; scope: Scope },
  ids: readonly number[],
  handled: Handled,
): Promise<HandlingResult[]> => {
  const now = clock.now();
  const until = untilOf(handled, now);
  const { action, note } = handled;
  const results = await db.tx(async (tx) => {
    const rows = new Map((await lockAlarms(tx, scope, ids, action)).map((row) => [row.id, row]));
    const refusals = new Map([...new Set(ids)].map((id) => [id, refusalOf(rows.get(id), handled)]));
    const done = [...refusals].flatMap(([id, code]) => (code === null ? [id] : []));
    if (done.length > 0)
      await changeAlarms(tx, done, { action, userId: editor.userId, now, note: note?.trim() || null, until });
    const after = (await readAlarms(tx, scope, done)).map(presentAlarm);
    const notes = after.map((alarm) => {
      const before = rows.get(alarm.id);
      return {
        action: action === 'DELETE' ? ('delete' as const) : ('write' as const),
        ...{ entity: 'alarms' as const, entityId: alarm.id, organizationId: alarm.organization_id },
        before: before ? presentAlarm(before) : null,
        after: alarm,
      };
    });
    await insertAudit(tx, editor, notes, now);
    const events = after.map(({ id, organization_id, meter_id }) => ({
      kind: 'alarm' as const,
      alarm: { alarmId: id, organizationId: organization_id, meterId: meter_id, event: EVENTS[action], time: now },
    }));
    await feed.append(tx, events);
    const byId = new Map(after.map((alarm) => [alarm.id, alarm]));
    return [...refusals].map(([id, code]) => ({ id, code, alarm: byId.get(id) ?? null }));
  });
  feed.wake('alarm');
  return results;
};
