import { DUE_REASONS } from '@airdeck/domain/insight/due-dates';
import { HEALTH_REASONS } from '@airdeck/domain/insight/sensor-health';
import { z } from 'zod';
import { day, id, idText, text } from '../field.ts';
import { sensorType } from '../monitoring/schema.ts';
import { route } from '../route.ts';

/** Limit of listed reasons, the oldest first. */
export const MAX_VISIT_REASONS = 200;

const finding = z.object({
  reason: z.enum(HEALTH_REASONS),
  type: sensorType,
  /** In the type's unit; of PM_ORDER a share of time, 0 to 1. */
  seen: z.number(),
  usual: z.number(),
  /** Local day on which it was found first. */
  since: day,
});

/** A date that was entered with the meter: the last day on which its certificate or calibration counts. */
const due = z.object({ reason: z.enum(DUE_REASONS), due: day, is_over: z.boolean() });

const reason = z.discriminatedUnion('reason', [finding, due]);
export type VisitReason = z.infer<typeof reason>;

/** A meter that should be visited. */
export const visit = z.object({
  meter_id: id,
  name: text,
  /** The places that it is in, topmost first. */
  above: z.array(text),
  reasons: z.array(reason).min(1),
});
export type Visit = z.infer<typeof visit>;

export const getVisits = route({
  method: 'GET',
  path: '/sensor-health/visits',
  access: { action: 'read', entity: 'readings' },
  summary: `Meters to visit and why, from their last seven nights and the dates of calibration and certificate, at most ${MAX_VISIT_REASONS} reasons, the oldest first`,
  query: z.object({ organizationId: idText.optional() }),
  answer: z.object({ visits: z.array(visit) }),
});
