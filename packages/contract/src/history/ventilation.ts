import { OUTDOOR_SOURCES, VENTILATION_REFUSALS } from '@airdeck/domain/insight/ventilation';
import { z } from 'zod';
import { day, id, idText, instant, text } from '../field.ts';
import { route } from '../route.ts';
import { period } from './query.ts';

/** Limit of evenings in one request. */
export const MAX_VENTILATION_DAYS = 92;

/** `18:00`, on the clock of the meter's organization. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'INVALID');

export const ventilationRefusal = z.enum(VENTILATION_REFUSALS);
/** Of the evenings with a rate, air changes per hour; null: none has one. */
export const airChangeRates = z
  .object({ median: z.number(), lowest: z.number(), highest: z.number(), count: z.int() })
  .nullable();

/** An evening on which CO2 fell after closing; concentrations in ppm, rates in air changes per hour. */
const evening = z.object({
  day,
  /** When people left; null: the place did not close for long enough. */
  closing: clockTime.nullable(),
  /** CO2 that was taken for outdoor air, and where it comes from. */
  outdoor: z.number(),
  outdoor_from: z.enum(OUTDOOR_SOURCES),
  /** Why there is no rate; null: there is one. */
  refused: ventilationRefusal.nullable(),
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

/** Where the closing time comes from; UNKNOWN: no opening hours are registered, and none was entered. */
export const CLOSING_SOURCES = ['ENTERED', 'OPENING_HOURS', 'UNKNOWN'] as const;

export const ventilation = z.object({
  meter_id: id,
  time_zone: text,
  /** Of most evenings; null: unknown, or there is no evening. */
  closing: clockTime.nullable(),
  closing_from: z.enum(CLOSING_SOURCES),
  rates: airChangeRates,
  /** The newest first; only evenings that are over, of days on which the place was open. */
  evenings: z.array(evening).max(MAX_VENTILATION_DAYS),
});
export type Ventilation = z.infer<typeof ventilation>;

export const getVentilation = route({
  method: 'GET',
  path: '/history/ventilation',
  access: { action: 'read', entity: 'readings' },
  isLong: true,
  summary: `Air changes per hour of a meter's room, from falls of CO2 after closing time, of up to ${MAX_VENTILATION_DAYS} days`,
  query: period.extend({
    meterId: idText,
    /** Without one, by the opening hours of the facility facts. */
    closing: clockTime.optional(),
  }),
  answer: ventilation,
});
