import { isoTime } from '@airdeck/domain/calendar';
import type { TimeRange } from '@airdeck/domain/range';
import type { Meter } from './snapshot.ts';

/** A maintenance window; without office, department and meter it is about its whole organization. */
export interface MaintenanceWindow extends TimeRange {
  readonly id: number;
  readonly officeId: number | null;
  readonly departmentId: number | null;
  readonly meterId: number | null;
  readonly reason: string;
}

const isAbout = ({ officeId, departmentId, meterId }: MaintenanceWindow, { id, department }: Meter): boolean => {
  if (meterId !== null) return meterId === id;
  if (departmentId !== null) return departmentId === department.id;
  return officeId === null || officeId === department.office.id;
};

/** The windows of a meter and of the places above it, past and planned ones too, in the order of their begin. */
export const windowsOf = (meter: Meter): MaintenanceWindow[] =>
  meter.organization.windows.filter((window) => isAbout(window, meter));

export const touches = (window: TimeRange, { start, end }: TimeRange): boolean =>
  window.start < end && start < window.end;

/** Times within a range in which a window of any of the meters runs: clipped to the range, ascending and apart. */
export const maintenanceTimes = (meters: readonly Meter[], { start, end }: TimeRange): TimeRange[] => {
  const windows = new Set(meters.flatMap(windowsOf).filter((window) => touches(window, { start, end })));
  const times: TimeRange[] = [];
  for (const window of [...windows].sort((a, b) => a.start - b.start)) {
    const [from, to] = [Math.max(start, window.start), Math.min(end, window.end)];
    const last = times.at(-1);
    if (last === undefined || last.end < from) times.push({ start: from, end: to });
    else times[times.length - 1] = { start: last.start, end: Math.max(last.end, to) };
  }
  return times;
};

/** Times as an answer has them. */
export const presentTimes = (times: readonly TimeRange[]): { start: string; end: string }[] =>
  times.map(({ start, end }) => ({ start: isoTime(start), end: isoTime(end) }));

/** The window of a meter that is running at a time. */
export const windowAt = (meter: Meter, time: number): MaintenanceWindow | undefined =>
  meter.organization.windows.find((window) => window.start <= time && time < window.end && isAbout(window, meter));
