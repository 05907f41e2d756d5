import { addDays } from '../calendar.ts';

/** Time to order a calibration or a new certificate. */
export const DUE_SOON_DAYS = 30;
/** Standards of buildings such as WELL require a calibration each year. */
export const CALIBRATION_DAYS = 365;

/** Why a meter should be visited by a certain day. */
export const DUE_REASONS = ['CERTIFICATE_ENDS', 'CALIBRATION_DUE'] as const;

export interface DueDate {
  readonly reason: (typeof DUE_REASONS)[number];
  /** Last day on which the certificate or the calibration counts. */
  readonly due: string;
  readonly is_over: boolean;
}

/** Local days; null: not known. */
export interface MeterDates {
  readonly certificateUntil: string | null;
  readonly calibrationDate: string | null;
}

/** The dates of a meter that have passed or are near. */
export function findDue({ certificateUntil, calibrationDate }: MeterDates, today: string): DueDate[] {
  const found: DueDate[] = [];
  const add = (reason: DueDate['reason'], due: string) => found.push({ reason, due, is_over: due < today });
  const last = addDays(today, DUE_SOON_DAYS);
  if (certificateUntil !== null && certificateUntil <= last) add('CERTIFICATE_ENDS', certificateUntil);
  if (calibrationDate !== null && calibrationDate <= addDays(last, -CALIBRATION_DAYS)) {
    add('CALIBRATION_DUE', addDays(calibrationDate, CALIBRATION_DAYS));
  }
  return found;
}
