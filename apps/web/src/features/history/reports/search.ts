import { REPORT_KINDS } from '@airdeck/contract/report/report';
import { isMonth } from '@airdeck/domain/report/month';
import { z } from 'zod';
import { number } from '../../../lib/url/search-fields.ts';

/** Search of the reports screen. */
export const reportsSearch = z.object({
  kind: z.enum(REPORT_KINDS).optional().catch(undefined),
  office: number,
  month: z.string().refine(isMonth).optional().catch(undefined),
  year: number,
});
export type ReportsSearch = z.infer<typeof reportsSearch>;
