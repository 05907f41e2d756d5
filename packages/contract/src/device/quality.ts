import { z } from 'zod';
import { day, id, idText, instant, text, yesNo } from '../field.ts';
import { QUARANTINE_REASONS, rejection } from '../reading/schema.ts';
import { route } from '../route.ts';

/** Days of completeness shown for a meter, today included. */
export const QUALITY_DAYS = 14;

export const meterQuality = z.object({
  meter: z.object({
    id,
    name: text,
    code: text,
    organization_name: text,
    office_name: text,
    department_name: text,
    time_zone: text,
    interval_s: z.int(),
    use: yesNo,
  }),
  /** The newest measured time; null when it never measured anything. */
  last_seen_time: instant.nullable(),
  /** Whether it has missed three intervals. */
  silent: z.boolean(),
  /** Last status that the device reported; null: none. */
  status: z.object({ status: z.enum(['ONLINE', 'OFFLINE']), changed_time: instant }).nullable(),
  /** Local days of the organization, oldest first. `expected` is 0 on a day before the meter was there. */
  days: z.array(z.object({ day, frames: z.int(), expected: z.int() })),
  /** Rejections, newest first, 100 at most. */
  rejections: z.array(rejection.omit({ organization_name: true, device_code: true })),
  /** Frames that wait, by reason. */
  waiting: z.array(
    z.object({
      reason: z.enum(QUARANTINE_REASONS),
      count: z.int(),
      first_received_time: instant,
      last_received_time: instant,
    }),
  ),
  /** Until when readings of any age are allowed; null or past: those more than 7 days older than the last wait. */
  backfill_until: instant.nullable(),
  /** Local days that received readings whose age was allowed; null: none. */
  backfilled: z.object({ from: day, to: day, days: z.int() }).nullable(),
  /** The newest frames with an implausible time: the time that the device sent, and the time of arrival. */
  clock_errors: z.array(
    z.object({
      reason: z.enum(['FUTURE', 'BEFORE_2020']),
      measured_time: instant.nullable(),
      received_time: instant,
    }),
  ),
});
export type MeterQuality = z.infer<typeof meterQuality>;

/** Readings of any age can be allowed for so long at once, in days. */
export const MAX_BACKFILL_DAYS = 31;

export const allowBackfill = route({
  method: 'PUT',
  path: '/meters/:id/backfill',
  access: { action: 'write', entity: 'meters' },
  summary: `Allows readings of any age of a meter until a time, at most ${MAX_BACKFILL_DAYS} days ahead; null ends that`,
  params: z.object({ id: idText }),
  body: z.object({ until: instant.nullable() }),
  answer: z.object({ until: instant.nullable() }),
});

export const getMeterQuality = route({
  method: 'GET',
  path: '/meters/:id/quality',
  access: { action: 'read', entity: 'meters' },
  summary: 'Data quality of a meter: silence, completeness by day, rejections, clock',
  params: z.object({ id: idText }),
  answer: meterQuality,
});
