import { z } from 'zod';
import { id, idText, instant, text } from '../field.ts';
import { route } from '../route.ts';

/** Days up to now in which mould risk is looked for. */
export const MOISTURE_DAYS = 7;

/** Why a wall's moisture is unknown. IS_OUTDOORS: the meter itself measures outdoor air. */
export const MOISTURE_REFUSALS = ['NO_OUTDOOR_METER', 'NO_TEMPERATURE', 'NO_READINGS', 'IS_OUTDOORS'] as const;

/** Moisture at the inner surface of an outer wall, by hourly means. */
export const wallMoisture = z.object({
  meter_id: id,
  time_zone: text,
  outdoor_meter_name: text.nullable(),
  /** Why nothing is known; null: it is known. */
  refused: z.enum(MOISTURE_REFUSALS).nullable(),
  /** The last hour with indoor and outdoor readings: °C, and relative humidity at the surface in %. */
  latest: z.object({ start: instant, outdoor: z.number(), surface: z.number(), humidity: z.number() }).nullable(),
  /** The longest time in which the surface was too humid; null: it never was. */
  humid: z.object({ start: instant, end: instant }).nullable(),
  /** Whether it was for so long that mould can grow. */
  mould: z.boolean(),
});
export type WallMoisture = z.infer<typeof wallMoisture>;

export const getWallMoisture = route({
  method: 'GET',
  path: '/history/wall-moisture',
  access: { action: 'read', entity: 'readings' },
  summary: `Mould risk at the outer walls of a meter's room in the last ${MOISTURE_DAYS} days, by the outdoor meter of the facility facts`,
  query: z.object({ meterId: idText }),
  answer: wallMoisture,
});
