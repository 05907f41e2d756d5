import { brokenLayer, MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from '@airdeck/domain/retention';
import { z } from 'zod';

const days = z.int().min(MIN_RETENTION_DAYS).max(MAX_RETENTION_DAYS);

/** How many days an organization keeps each layer; hours not shorter than readings, days not shorter than hours. */
export const retention = z
  .object({ READING: days, HOUR: days, DAY: days, PURIFIER_STATE: days })
  .superRefine((value, context) => {
    const layer = brokenLayer(value);
    if (layer) context.addIssue({ code: 'custom', path: [layer], message: 'NOT_ASCENDING' });
  });
export type RetentionDays = z.infer<typeof retention>;
