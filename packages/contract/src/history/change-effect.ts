import { EFFECT_VERDICTS } from '@airdeck/domain/insight/before-after';
import { z } from 'zod';
import { day, id, idText, text } from '../field.ts';
import { route } from '../route.ts';

/** Days that are compared on each side of a change; the day itself is left out. */
export const MIN_EFFECT_PERIOD = 7;
export const MAX_EFFECT_PERIOD = 56;

/** Types whose values are concentrations, so that shares of them make sense. */
export const EFFECT_TYPES = ['CO2', 'PM2.5', 'PM10', 'PM1.0', 'HCHO'] as const;
export type EffectType = (typeof EFFECT_TYPES)[number];

export const changeEffect = z.object({
  meter_id: id,
  type: z.enum(EFFECT_TYPES),
  /** The compared days, both ends included; of the last one, only days that are over. */
  before: z.object({ from: day, to: day }),
  after: z.object({ from: day, to: day }),
  /** CANNOT_TELL: too few days, or the interval allows for both. */
  verdict: z.enum(EFFECT_VERDICTS),
  /** Share of the level before, -0.3 is 30 % less, with the ends of its 95 % interval; null: too few days. */
  effect: z.object({ change: z.number(), low: z.number(), high: z.number() }).nullable(),
  days_before: z.int(),
  days_after: z.int(),
  /** Whether outdoor air was taken into account. */
  uses_outdoor: z.boolean(),
});
export type ChangeEffectAnswer = z.infer<typeof changeEffect>;

export const getChangeEffect = route({
  method: 'GET',
  path: '/history/change-effect',
  access: { action: 'read', entity: 'readings' },
  isLong: true,
  summary: `A meter's air before and after a day: the same hours of ${MIN_EFFECT_PERIOD} to ${MAX_EFFECT_PERIOD} days, with outdoor air where a meter measures it`,
  query: z.object({
    meterId: idText,
    type: z.enum(EFFECT_TYPES),
    day: day.refine((text) => text >= '2000-01-01' && text <= '2099-12-31', 'INVALID'),
    days: z
      .string()
      .regex(/^\d{1,2}$/, 'INVALID')
      .transform(Number)
      .pipe(z.int().min(MIN_EFFECT_PERIOD, 'INVALID').max(MAX_EFFECT_PERIOD, 'INVALID')),
    outdoorMeterId: idText.optional(),
  }),
  answer: changeEffect,
});

/** The newest changes that are offered for a comparison. */
export const MAX_EFFECT_CANDIDATES = 5;

export const effectCandidates = z.object({
  meter_id: id,
  /** Days on which the opening hours of the meter's place changed, the newest first. */
  opening_hours: z.array(z.object({ day, before: text, after: text })).max(MAX_EFFECT_CANDIDATES),
});
export type EffectCandidates = z.infer<typeof effectCandidates>;

export const getEffectCandidates = route({
  method: 'GET',
  path: '/history/change-effect/candidates',
  access: { action: 'read', entity: 'readings' },
  summary: "Days of changes at a meter's place whose effect on the air can be compared",
  query: z.object({ meterId: idText }),
  answer: effectCandidates,
});
