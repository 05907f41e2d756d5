import type { RunKind } from '@airdeck/contract/installation/schema';
import { isMissed, nextRun } from '@airdeck/domain/installation';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { SettingsRow } from './installation-queries.ts';
import { readLastRuns } from './run-queries.ts';

const EVERY = { BACKUP: 'backup_every_days', DRILL: 'drill_every_days' } as const;

const scheduleOf = (settings: SettingsRow, kind: RunKind) => ({
  everyDays: settings[EVERY[kind]],
  hour: settings.backup_hour,
  timeZone: settings.time_zone,
});

/** When the next scheduled run of a kind is due, epoch ms; null: no schedule. */
export const dueTime = async (tx: Db | Tx, settings: SettingsRow, kind: RunKind): Promise<number | null> => {
  const { last } = await readLastRuns(tx, kind);
  return nextRun(scheduleOf(settings, kind), last?.requested_time.getTime() ?? null, settings.updated_time.getTime());
};

/** Whether a kind's last run failed, or the schedule has brought no success for too long. */
export const runTrouble = async (tx: Db | Tx, settings: SettingsRow, kind: RunKind, now: number) => {
  const { ended, done } = await readLastRuns(tx, kind);
  const since = settings.updated_time.getTime();
  const due = nextRun(scheduleOf(settings, kind), done?.requested_time.getTime() ?? null, since);
  return {
    failed: ended?.state === 'FAILED' ? ended : null,
    // Of a schedule that began or changed later than the run before, the first run counts.
    isMissed: isMissed(due === null ? null : Math.max(due, since), now),
  };
};
