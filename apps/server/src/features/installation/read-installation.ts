import type { HealthProblem } from '@airdeck/contract/health/routes';
import type { BackupRun, Installation } from '@airdeck/contract/installation/schema';
import { isoTime, isoTimeOrNull } from '@airdeck/domain/calendar';
import { isServerClockOff } from '@airdeck/domain/installation';
import { listLags } from '../../feed/consumer-queries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { clocksOf, isStandbyGone, keysThatDiffer, lagOf, readDisk } from './facts.ts';
import { listProcessFacts, listStandbys, listTasks, readSettings, type SettingsRow } from './installation-queries.ts';
import { listRuns, type RunRow } from './run-queries.ts';
import { dueTime } from './schedule.ts';

const MAX_RUNS = 20;

/** Facts of other features. */
export interface InstallationSources {
  /** Version of the program. */
  version: string;
  readiness(): Promise<HealthProblem[]>;
  exports: { running(): number };
}

const isoOrNull = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

export const presentRun = (row: RunRow): BackupRun => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  scheduled: row.is_scheduled,
  requested_time: row.requested_time.toISOString(),
  started_time: isoOrNull(row.started_time),
  ended_time: isoOrNull(row.ended_time),
  path: row.path,
  bytes: row.bytes,
  rows: row.rows,
  meters: row.meters,
  reason: row.reason,
  detail: row.detail,
  deleted: row.deleted_time !== null,
});

export const presentSettings = ({ time_zone: _, updated_time: __, ...settings }: SettingsRow) => settings;

/** Everything that the screen of the installation shows. */
export const readInstallation = async (
  db: Db,
  clock: Clock,
  { version, readiness, exports }: InstallationSources,
): Promise<Installation> => {
  const now = clock.now();
  const settings = await readSettings(db);
  const processes = await listProcessFacts(db);
  const { last, forecast } = await readDisk(db, now);
  const tasks = (await listTasks(db)).map((task) => {
    const lag = lagOf(task, now);
    return {
      name: task.name,
      count: task.waiting,
      lag_s: lag === null ? null : Math.round(lag / 1_000),
      done_time: isoOrNull(task.done_time),
    };
  });
  const feedLag = Math.max(0, ...(await listLags(db)).map(({ lagMs }) => lagMs));
  const clocks = clocksOf(processes);
  return {
    version,
    server_time: isoTime(now),
    time_zone: settings.time_zone,
    problems: await readiness(),
    processes: processes.map(({ role, problems, started_time, version: own, machine, machine_offset_ms }) => ({
      ...{ role, version: own, problems, machine },
      started_time: isoOrNull(started_time),
      clock_offset_s: machine_offset_ms === null ? null : machine_offset_ms / 1_000,
    })),
    different_keys: keysThatDiffer(processes),
    disk: {
      free_bytes: last?.free_bytes ?? null,
      database_bytes: last?.database_bytes ?? null,
      growth_bytes: forecast?.growthBytes ?? null,
      days_left: forecast?.daysLeft ?? null,
      measured_time: isoOrNull(last?.time),
    },
    tasks: [
      ...tasks,
      { name: 'EXPORT', count: exports.running(), lag_s: 0, done_time: null },
      { name: 'FEED', count: null, lag_s: Math.round(feedLag / 1_000), done_time: null },
    ],
    clock: clocks && {
      devices: clocks.devices,
      deviating: clocks.deviating,
      offset_ms: clocks.offsetMs,
      server_off: isServerClockOff(clocks),
    },
    certificates: processes.flatMap(({ role, certificate_names, certificate_time, certificate_fault }) =>
      certificate_names === null || certificate_time === null
        ? []
        : [{ role, names: certificate_names, expires_time: certificate_time.toISOString(), fault: certificate_fault }],
    ),
    standbys: (await listStandbys(db)).map((standby) => ({
      name: standby.name,
      seen_time: standby.seen_time.toISOString(),
      lag_s: standby.lag_ms === null ? null : standby.lag_ms / 1_000,
      gone: isStandbyGone(standby, now),
    })),
    backups: {
      folder: processes.find(({ backup_folder }) => backup_folder !== null)?.backup_folder ?? null,
      next_backup_time: isoTimeOrNull(await dueTime(db, settings, 'BACKUP')),
      next_drill_time: isoTimeOrNull(await dueTime(db, settings, 'DRILL')),
      runs: (await listRuns(db, MAX_RUNS)).map(presentRun),
    },
    settings: presentSettings(settings),
  };
};
