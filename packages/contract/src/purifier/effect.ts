import { FAN_SPEEDS } from '@airdeck/domain/purifier-state';
import { z } from 'zod';
import { id, idText, instant, text } from '../field.ts';
import { period } from '../history/query.ts';
import { route } from '../route.ts';

/** Limit of days in one request. */
export const MAX_EFFECT_DAYS = 31;
/** Limit of listed changes, newest first. */
export const MAX_EFFECTS = 30;

const level = z.number().nullable();

/** A fan that began to blow, or blew more strongly (domain/purifier/effect). Concentrations are PM2.5, µg/m³. */
const effect = z.object({
  time: instant,
  /** Until the next change, or two hours later. */
  end: instant,
  from: z.enum(FAN_SPEEDS),
  to: z.enum(FAN_SPEEDS),
  before: level,
  after: level,
  /** Per hour, after the change, from when air was worst on. */
  decay: z.number().nullable(),
  /** How good that fit is, 0 to 1. */
  r2: z.number().nullable(),
  /** Per hour, without the change. */
  decay_before: z.number().nullable(),
  /** Volumes of the room an hour; null: no good fit. */
  air_changes: z.number().nullable(),
  /** PM2.5 from half an hour before the change to its end; times in epoch seconds. */
  course: z.object({ times: z.array(z.int()), values: z.array(z.number()) }),
});
export type PurifierEffect = z.infer<typeof effect>;

export const purifierEffects = z.object({
  purifier_id: id,
  time_zone: text,
  /** Changes to a stronger fan in the period, and those of which clean air could be estimated. */
  changes: z.int(),
  estimates: z.int(),
  /** The median of the estimates. */
  air_changes: z.number().nullable(),
  /** Whether its meter measured PM2.5 in the period. */
  measured: z.boolean(),
  /** The newest first. */
  effects: z.array(effect),
});
export type PurifierEffects = z.infer<typeof purifierEffects>;

export const getEffect = route({
  method: 'GET',
  path: '/purifiers/:id/effect',
  access: { action: 'read', entity: 'readings' },
  summary: "PM2.5 after each start or increase of a purifier's fan",
  params: z.object({ id: idText }),
  query: period,
  answer: purifierEffects,
});
