import { ALARM_QUALITY_DAYS } from '@airdeck/contract/alarm/quality';
import { z } from 'zod';

export const DEFAULT_DAYS = '7';

/** Search of the alarm quality page. */
export const qualitySearch = z.object({
  days: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.enum(ALARM_QUALITY_DAYS))
    .optional()
    .catch(undefined),
  organizationId: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^[1-9]\d{0,9}$/))
    .transform(Number)
    .optional()
    .catch(undefined),
});
export type QualitySearch = z.infer<typeof qualitySearch>;
