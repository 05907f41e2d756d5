import { z } from 'zod';
import { instant, text, version } from '../field.ts';
import { healthProblem } from '../health/routes.ts';

const whole = (min: number, max: number) =>
  z
    .int({ error: ({ input }) => (input === undefined || input === '' ? 'REQUIRED' : 'INVALID') })
    .min(min, 'TOO_SMALL')
    .max(max, 'TOO_LARGE');

/** Settings of the installation; 0 days switches a schedule off. */
export const installationSettings = z.object({
  backup_every_days: whole(0, 30),
  /** Hour of backups and drills on the clock of the installation's organization. */
  backup_hour: whole(0, 23),
  backups_kept: whole(1, 100),
  drill_every_days: whole(0, 90),
  /** The alarm of the disk begins when it will be full in fewer days. */
  disk_days: whole(1, 365),
  /** The alarm of certificates begins so many days before one expires. */
  certificate_days: whole(1, 90),
});
/** The settings as they are stored; an edit carries the version that it was based on. */
export const storedSettings = installationSettings.extend({ version });
export type InstallationSettings = z.infer<typeof installationSettings>;

export const RUN_KINDS = ['BACKUP', 'DRILL'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
export const RUN_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const;
/** Why a backup or a drill failed; `detail` says more. */
export const RUN_FAILURES = [
  /** The process ended while it ran. */
  'INTERRUPTED',
  'DISK_FULL',
  /** The file cannot be written or read. */
  'FILE',
  /** The backup is damaged. */
  'DAMAGED',
  /** The restored database contradicts itself. */
  'CHECK',
  /** There is no backup to restore. */
  'NO_BACKUP',
  'OTHER',
] as const;
export type RunFailure = (typeof RUN_FAILURES)[number];

/** A backup, or a restore drill: the newest backup restored into a throw-away database and checked. */
export const backupRun = z.object({
  id: z.int(),
  kind: z.enum(RUN_KINDS),
  state: z.enum(RUN_STATES),
  scheduled: z.boolean(),
  requested_time: instant,
  started_time: instant.nullable(),
  ended_time: instant.nullable(),
  path: text.nullable(),
  bytes: z.number().nullable(),
  /** Of a drill: restored rows, and meters whose data were checked (a sample). */
  rows: z.number().nullable(),
  meters: z.int().nullable(),
  reason: z.enum(RUN_FAILURES).nullable(),
  detail: text.nullable(),
  /** Newer backups have replaced the file. */
  deleted: z.boolean(),
});
export type BackupRun = z.infer<typeof backupRun>;

export const TASKS = ['ROLLUP', 'PACKING', 'RETENTION', 'NOTIFICATION', 'EXPORT', 'FEED'] as const;
export type TaskName = (typeof TASKS)[number];

const backgroundTask = z.object({
  name: z.enum(TASKS),
  /** What waits or runs: hours, days, notifications, files. null: not counted. */
  count: z.number().nullable(),
  /** How long it has been behind, in seconds; 0: it keeps up; null: not known yet. */
  lag_s: z.number().nullable(),
  /** When it last finished, where it runs at intervals. */
  done_time: instant.nullable(),
});

export const installation = z.object({
  version: text,
  server_time: instant,
  time_zone: text,
  problems: z.array(healthProblem),
  processes: z.array(
    z.object({
      role: text,
      /** null: a process of an earlier version. */
      version: text.nullable(),
      started_time: instant.nullable(),
      problems: z.array(healthProblem),
      /** null: a process of an earlier version. */
      machine: text.nullable(),
      /** Clock of the machine minus that of the database; null: not measured yet. */
      clock_offset_s: z.number().nullable(),
    }),
  ),
  /** Files of keys that differ between machines. */
  different_keys: z.array(text),
  disk: z.object({
    /** null: the database is elsewhere, or nothing has been measured yet. */
    free_bytes: z.number().nullable(),
    database_bytes: z.number().nullable(),
    /** A day; null: less than a day has been measured. */
    growth_bytes: z.number().nullable(),
    /** null: unknown, or the disk does not fill. */
    days_left: z.number().nullable(),
    measured_time: instant.nullable(),
  }),
  tasks: z.array(backgroundTask),
  /** null: no device has sent its own time lately. */
  clock: z
    .object({
      devices: z.int(),
      deviating: z.int(),
      /** Median of arrival minus device time. */
      offset_ms: z.number(),
      server_off: z.boolean(),
    })
    .nullable(),
  certificates: z.array(
    z.object({
      role: text,
      names: text,
      expires_time: instant,
      /** Why a replaced file cannot be used; null: it can. */
      fault: text.nullable(),
    }),
  ),
  /** Standbys of the database in the last week. */
  standbys: z.array(
    z.object({
      name: text,
      /** When it last replicated. */
      seen_time: instant,
      /** null: it had nothing to do, or the database role may not read it. */
      lag_s: z.number().nullable(),
      /** It does not replicate any more. */
      gone: z.boolean(),
    }),
  ),
  backups: z.object({
    /** null: no process writes backups now. */
    folder: text.nullable(),
    next_backup_time: instant.nullable(),
    next_drill_time: instant.nullable(),
    /** Newest first, the last 20. */
    runs: z.array(backupRun),
  }),
  settings: storedSettings,
});
export type Installation = z.infer<typeof installation>;
