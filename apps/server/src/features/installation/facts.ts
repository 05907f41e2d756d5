import type { RunKind } from '@airdeck/contract/installation/schema';
import type { ServerError } from '@airdeck/contract/standard/built-in';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import {
  type ClockSummary,
  type DiskForecast,
  differentKeys,
  doClocksDeviate,
  forecastDisk,
  isMachineClockOff,
  MAX_LAG_MS,
} from '@airdeck/domain/installation';
import type { Db } from '../../platform/db/pool.ts';
import { RESERVE } from '../../platform/disk-space.ts';
import {
  type DiskRow,
  listDisk,
  listProcessFacts,
  listStandbys,
  listTasks,
  type ProcessRow,
  readLastDisk,
  readSettings,
  type StandbyRow,
  type TaskRow,
} from './installation-queries.ts';
import { runTrouble } from './schedule.ts';

/** Long enough for a week's rhythm, short enough to follow a change. */
const FORECAST_MS = 14 * DAY_MS;
/** Measurements of a backlog that are older say nothing. */
const MAX_AGE_MS = 10 * MINUTE_MS;

export interface Disk {
  last: DiskRow | undefined;
  forecast: DiskForecast | null;
}

export const readDisk = async (db: Db, now: number): Promise<Disk> => ({
  last: await readLastDisk(db),
  forecast: forecastDisk(await listDisk(db, now - FORECAST_MS), RESERVE),
});

/** Devices' clocks, of the process that hears most of them. */
export const clocksOf = (processes: readonly ProcessRow[]): ClockSummary | null => {
  const summaries = processes.flatMap(({ clock_devices, clock_deviating, clock_offset_ms }): ClockSummary[] =>
    clock_devices === null || clock_deviating === null || clock_offset_ms === null
      ? []
      : [{ devices: clock_devices, deviating: clock_deviating, offsetMs: clock_offset_ms }],
  );
  return summaries.reduce<ClockSummary | null>(
    (most, each) => (most && most.devices >= each.devices ? most : each),
    null,
  );
};

/** How long a task has been behind, ms; null: not measured lately. */
export const lagOf = ({ behind_since, measured_time }: TaskRow, now: number): number | null => {
  if (now - measured_time.getTime() > MAX_AGE_MS) return null;
  return behind_since === null ? 0 : Math.max(0, now - behind_since.getTime());
};

/** Standbys are looked for once a minute. */
const STANDBY_GONE_MS = 3 * MINUTE_MS;

export const isStandbyGone = ({ seen_time }: StandbyRow, now: number): boolean =>
  now - seen_time.getTime() > STANDBY_GONE_MS;

/** Names of keys that differ between processes. */
export const keysThatDiffer = (processes: readonly ProcessRow[]): string[] =>
  differentKeys(processes.flatMap(({ key_ids }) => (key_ids === null ? [] : [key_ids])));

const hasClockOff = ({ machine_offset_ms }: ProcessRow): boolean =>
  machine_offset_ms !== null && isMachineClockOff(machine_offset_ms);

/** An alarm of the installation, and what it is about. */
export interface InstallationTrouble {
  code: ServerError;
  holds: boolean;
  detail?: string;
}

/** The state of every alarm of the installation that is not measured by a process itself. */
export const readTroubles = async (db: Db, now: number): Promise<InstallationTrouble[]> => {
  const settings = await readSettings(db);
  const ofRun = async (code: ServerError, kind: RunKind): Promise<InstallationTrouble> => {
    const { failed, isMissed } = await runTrouble(db, settings, kind, now);
    return { code, holds: failed !== null || isMissed, detail: failed?.detail ?? failed?.reason ?? '' };
  };
  const { forecast } = await readDisk(db, now);
  const daysLeft = forecast?.daysLeft ?? null;
  const late = (await listTasks(db)).filter((task) => (lagOf(task, now) ?? 0) > MAX_LAG_MS[task.name]);
  const processes = await listProcessFacts(db);
  const expiring = processes.filter(
    ({ certificate_time, certificate_fault }) =>
      certificate_fault !== null ||
      (certificate_time !== null && certificate_time.getTime() - now <= settings.certificate_days * DAY_MS),
  );
  const clocks = clocksOf(processes);
  const standbys = await listStandbys(db);
  const different = keysThatDiffer(processes);
  const off = processes.filter(hasClockOff);
  return [
    await ofRun('S003', 'BACKUP'),
    await ofRun('S004', 'DRILL'),
    {
      code: 'S005',
      holds: daysLeft !== null && daysLeft < settings.disk_days,
      detail: `${Math.floor(daysLeft ?? 0)} d`,
    },
    {
      code: 'S006',
      holds: expiring.length > 0,
      detail: expiring
        .map(({ role, certificate_time, certificate_fault }) =>
          [role, certificate_time?.toISOString().slice(0, 10), certificate_fault].filter(Boolean).join(' '),
        )
        .join(', '),
    },
    { code: 'S007', holds: clocks !== null && doClocksDeviate(clocks), detail: clocks ? clockDetail(clocks) : '' },
    { code: 'S008', holds: late.length > 0, detail: late.map(({ name }) => name).join(', ') },
    {
      code: 'S009',
      holds: standbys.length > 0 && standbys.every((standby) => isStandbyGone(standby, now)),
      detail: standbys.map(({ name }) => name).join(', '),
    },
    { code: 'S010', holds: different.length > 0, detail: different.join(', ') },
    { code: 'S011', holds: off.length > 0, detail: [...new Set(off.map(machineDetail))].join(', ') },
  ];
};

const machineDetail = ({ machine, machine_offset_ms }: ProcessRow): string =>
  `${machine ?? ''} ${Math.round((machine_offset_ms ?? 0) / 1_000)} s`;

const clockDetail = ({ offsetMs, deviating, devices }: ClockSummary): string =>
  `${Math.round(offsetMs / 1_000)} s, ${deviating} / ${devices}`;
