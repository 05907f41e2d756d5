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

/** The window of a meter that is running at a time. */
export const windowAt = (meter: Meter, time: number): MaintenanceWindow | undefined =>
  meter.organization.windows.find((window) => window.start <= time && time < window.end && isAbout(window, meter));
