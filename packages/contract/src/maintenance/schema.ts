import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { z } from 'zod';
import type { FieldCode } from '../error/field-code.ts';
import { id, instant, line, stamps, text } from '../field.ts';
import { PLACE_KINDS } from '../monitoring/schema.ts';

export const WINDOW_STATES = ['PLANNED', 'RUNNING', 'ENDED'] as const;
export type WindowState = (typeof WINDOW_STATES)[number];

const MAX_REASON = 200;
/** Longest window. */
export const MAX_WINDOW_MS = 31 * DAY_MS;
/** How far ahead a window may begin, and how long ago: for work that has just begun. */
export const MAX_AHEAD_MS = 366 * DAY_MS;
export const MAX_AGO_MS = HOUR_MS;
/** Windows of an organization, past ones included: every process keeps them in memory. */
export const MAX_WINDOWS = 2_000;

const reason = line(MAX_REASON).min(1, 'REQUIRED');

export const maintenanceWindowFields = z.object({ begin_time: instant, end_time: instant, reason });
export type MaintenanceWindowFields = z.infer<typeof maintenanceWindowFields>;

const placeId = id.nullable().default(null);
/** The place cannot be changed later. Of the ids only that of `place_kind` counts. */
export const newMaintenanceWindow = maintenanceWindowFields.extend({
  place_kind: z.enum(PLACE_KINDS),
  organization_id: placeId,
  office_id: placeId,
  department_id: placeId,
  meter_id: placeId,
});
export type NewMaintenanceWindow = z.infer<typeof newMaintenanceWindow>;

/** Errors of a window's times, field → code. */
export const windowErrors = (begin: number, end: number): Record<string, FieldCode> => {
  if (end <= begin) return { end_time: 'END_BEFORE_START' };
  return end - begin > MAX_WINDOW_MS ? { end_time: 'WINDOW_TOO_LONG' } : {};
};

export const maintenanceWindow = z.object({
  id,
  place_kind: z.enum(PLACE_KINDS),
  organization_id: id,
  organization_name: text,
  /** The id of its place is set, and those of other places are null; names are those of the places above it too. */
  office_id: id.nullable(),
  office_name: text.nullable(),
  department_id: id.nullable(),
  department_name: text.nullable(),
  meter_id: id.nullable(),
  meter_name: text.nullable(),
  begin_time: instant,
  /** Excluded. */
  end_time: instant,
  reason: text,
  window_state: z.enum(WINDOW_STATES),
  ...stamps,
});
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;
