import { brokenLayer, LAYERS, type Layer, MAX_RETENTION_DAYS, minRetentionDays } from '@airdeck/domain/retention';
import { z } from 'zod';
import { day } from '../field.ts';

const days = (layer: Layer) =>
  z
    .int({ error: ({ input }) => (input === undefined || input === '' ? 'REQUIRED' : 'INVALID') })
    .min(minRetentionDays(layer), 'TOO_SMALL')
    .max(MAX_RETENTION_DAYS, 'TOO_LARGE');

/** How many days an organization keeps each layer; hours not shorter than readings, days not shorter than hours. */
export const retention = z
  .object({
    READING: days('READING'),
    HOUR: days('HOUR'),
    DAY: days('DAY'),
    PURIFIER_STATE: days('PURIFIER_STATE'),
    ALARM: days('ALARM'),
  })
  .superRefine((value, context) => {
    const layer = brokenLayer(value);
    if (layer) context.addIssue({ code: 'custom', path: [layer], message: 'NOT_ASCENDING' });
  });
export type RetentionDays = z.infer<typeof retention>;

/** The days of a planned retention in a query, where every value is text. */
const daysText = (layer: Layer) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'INVALID')
    .transform(Number)
    .pipe(days(layer));
export const retentionQuery = z.object({
  READING: daysText('READING'),
  HOUR: daysText('HOUR'),
  DAY: daysText('DAY'),
  PURIFIER_STATE: daysText('PURIFIER_STATE'),
  ALARM: daysText('ALARM'),
});

/** Rows that a retention would delete. */
export const deletion = z.object({
  layers: z.array(
    z.object({
      layer: z.enum(LAYERS),
      /** First local day that is kept. */
      kept_from: day,
      /** null: too many to be counted in time. */
      rows: z.number().nullable(),
      /** Approximate disk space that becomes reusable. */
      bytes: z.number().nullable(),
    }),
  ),
  /** Whether every meter was counted; else it was a sample of them. */
  is_exact: z.boolean(),
});
export type Deletion = z.infer<typeof deletion>;
