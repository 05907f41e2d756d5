import { addDays, instantOnDay, localDay } from './calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts';

/** Free space of a disk at a time (epoch ms). */
export interface DiskSample {
  time: number;
  freeBytes: number;
}

export interface DiskForecast {
  /** Bytes a day; negative while the disk empties. */
  growthBytes: number;
  /** Days until it is full; null: it does not fill. */
  daysLeft: number | null;
}

/** A shorter time shows the rhythm of a day (packing, retention) rather than growth. */
const MIN_SPAN_MS = DAY_MS;

/**
 * When a disk will be full, by the least-squares line through its samples. null: they span less than a day.
 * `reserveBytes` can never be written.
 */
export const forecastDisk = (samples: readonly DiskSample[], reserveBytes: number): DiskForecast | null => {
  const last = samples.at(-1);
  const first = samples[0];
  if (!first || !last || last.time - first.time < MIN_SPAN_MS) return null;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const days = samples.map(({ time }) => (time - first.time) / DAY_MS);
  const meanDay = mean(days);
  const meanFree = mean(samples.map(({ freeBytes }) => freeBytes));
  let covariance = 0;
  let variance = 0;
  for (const [i, { freeBytes }] of samples.entries()) {
    const distance = (days[i] ?? 0) - meanDay;
    covariance += distance * (freeBytes - meanFree);
    variance += distance * distance;
  }
  const growthBytes = -covariance / variance;
  const room = Math.max(0, last.freeBytes - reserveBytes);
  return { growthBytes, daysLeft: growthBytes > 0 ? room / growthBytes : null };
};

export interface ClockSummary {
  /** Devices with a known offset. */
  devices: number;
  /** Those whose offset is more than MAX_CLOCK_OFFSET_MS away from the median. */
  deviating: number;
  /** Median offset, ms. */
  offsetMs: number;
}

/** Messages need a moment, and devices measure before they send: a smaller offset proves nothing. */
export const MAX_CLOCK_OFFSET_MS = MINUTE_MS;
/** With fewer devices it is unknown whose clock is wrong. */
const MIN_DEVICES = 3;
const MAX_DEVIATING_SHARE = 0.1;

/** Compares devices' clocks with the server's, by one offset of each device (arrival minus device time, ms). */
export const summarizeClocks = (offsets: readonly number[]): ClockSummary => {
  const sorted = offsets.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const offsetMs = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  const deviating = sorted.filter((offset) => Math.abs(offset - offsetMs) > MAX_CLOCK_OFFSET_MS).length;
  return { devices: sorted.length, deviating, offsetMs };
};

/** The server's clock differs from those of most devices. */
export const isServerClockOff = ({ devices, offsetMs }: ClockSummary): boolean =>
  devices >= MIN_DEVICES && Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS;

/** Either the server's clock or those of many devices are wrong. */
export const doClocksDeviate = (clocks: ClockSummary): boolean =>
  isServerClockOff(clocks) ||
  (clocks.devices >= MIN_DEVICES && clocks.deviating > clocks.devices * MAX_DEVIATING_SHARE);

export interface RunSchedule {
  /** 0: never. */
  everyDays: number;
  /** Hour of the local day. */
  hour: number;
  timeZone: string;
}

/**
 * When a scheduled run is due after the last one (epoch ms): at the hour of the day `everyDays` later. Without one, at
 * the next such hour after `since`, the time from which the schedule counts. null: no schedule.
 */
export const nextRun = (
  { everyDays, hour, timeZone }: RunSchedule,
  last: number | null,
  since: number,
): number | null => {
  if (everyDays === 0) return null;
  const atHour = (day: string): number => instantOnDay(day, hour * 60, timeZone);
  if (last !== null) return atHour(addDays(localDay(last, timeZone), everyDays));
  const today = localDay(since, timeZone);
  return atHour(today) > since ? atHour(today) : atHour(addDays(today, 1));
};

/** A scheduled run may be this late before it counts as missed. */
const GRACE_MS = DAY_MS;

/** Whether a scheduled run that was due at `due` has been missed. */
export const isMissed = (due: number | null, now: number): boolean => due !== null && now > due + GRACE_MS;

/** How long background work may be behind before that is an alarm. */
export const MAX_LAG_MS = {
  ROLLUP: HOUR_MS,
  PACKING: 2 * DAY_MS,
  RETENTION: DAY_MS,
  NOTIFICATION: HOUR_MS / 2,
} as const;

/** A machine whose clock is further away from the database's gives wrong times; synchronized clocks differ by much less. */
export const MAX_MACHINE_OFFSET_MS = 10_000;

export const isMachineClockOff = (offsetMs: number): boolean => Math.abs(offsetMs) > MAX_MACHINE_OFFSET_MS;

export interface MachineOffset {
  machine: string;
  /** Clock of the machine minus that of the database, ms. */
  offsetMs: number;
}

/** Processes of one machine measure the same clock, each with the delay of its own question. */
const SAME_CLOCK_MS = 1_000;

/**
 * How far a machine's clock is ahead of the one that most clocks agree on, ms, so that it can follow them; the database's
 * clock counts as one. 0 while it is one of them, and without a majority: nothing says then which clock is wrong.
 */
export const leadOverMajority = (own: MachineOffset, others: readonly MachineOffset[]): number => {
  const clocks: MachineOffset[] = [own];
  for (const each of others) {
    const isKnown = clocks.some(
      ({ machine, offsetMs }) => machine === each.machine && Math.abs(offsetMs - each.offsetMs) <= SAME_CLOCK_MS,
    );
    if (!isKnown) clocks.push(each);
  }
  const offsets = [0, ...clocks.map(({ offsetMs }) => offsetMs)].toSorted((a, b) => a - b);
  for (const offset of offsets) {
    const near = offsets.filter((each) => !isMachineClockOff(each - offset));
    if (near.length * 2 <= offsets.length) continue;
    const lead = own.offsetMs - (near[Math.floor(near.length / 2)] ?? 0);
    return isMachineClockOff(lead) ? lead : 0;
  }
  return 0;
};

/** Ids of a process's keys by the name of their file: the one in use first, then earlier ones that it accepts. */
export type KeyIds = Readonly<Record<string, readonly string[]>>;

/** Names of keys that a process uses and another one does not accept. */
export const differentKeys = (processes: readonly KeyIds[]): string[] => {
  const names = new Set(processes.flatMap(Object.keys));
  const isDifferent = (name: string): boolean => {
    const rings = processes.flatMap((keys) => (keys[name] === undefined ? [] : [keys[name]]));
    return rings.some(([used]) => used !== undefined && rings.some((ring) => !ring.includes(used)));
  };
  return [...names].filter(isDifferent).toSorted();
};
