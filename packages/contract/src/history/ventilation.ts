import { VENTILATION_REFUSALS } from '@airdeck/domain/insight/ventilation';
import { z } from 'zod';
import { day, id, idText, instant, text } from '../field.ts';
import { route } from '../route.ts';
import { period } from './query.ts';

/** Limit of evenings in one request. */
export const MAX_VENTILATION_DAYS = 92;

/** `18:00`, on the clock of the meter's organization. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'INVALID');

/** An evening on which CO2 fell after closing; concentrations in ppm, rates in air changes per hour. */
const evening = z.object({
  day,
  /** CO2 that was taken for outdoor air, and whether the room showed it in the week before; otherwise it is the default. */
  outdoor: z.number(),
  outdoor_seen: z.boolean(),
  /** Why there is no rate; null: there is one. */
  refused: z.enum(VENTILATION_REFUSALS).nullable(),
  fall: z
    .object({
      start: instant,
      end: instant,
      from: z.number(),
      to: z.number(),
      rate: z.number(),
      /** Half of the 95 % interval of the fit. */
      margin: z.number(),
      r2: z.number(),
      /** The rate if outdoor air had 20 ppm less and more. */
      low: z.number(),
      high: z.number(),
    })
    .nullable(),
});
export type VentilationEvening = z.infer<typeof evening>;

export const ventilation = z.object({
  meter_id: id,
  time_zone: text,
  closing: clockTime,
  /** Of the evenings with a rate; null: none has one. */
  rates: z.object({ median: z.number(), lowest: z.number(), highest: z.number(), count: z.int() }).nullable(),
  /** The newest first; only evenings that are over. */
  evenings: z.array(evening).max(MAX_VENTILATION_DAYS),
});
export type Ventilation = z.infer<typeof ventilation>;

export const getVentilation = route({
  method: 'GET',
  path: '/history/ventilation',
  access: { action: 'read', entity: 'readings' },
  summary: `Air changes per hour of a meter's room, from falls of CO2 after closing time, of up to ${MAX_VENTILATION_DAYS} days`,
  query: period.extend({ meterId: idText, closing: clockTime }),
  answer: ventilation,
});
