import { COMPLIANCE_LEVELS } from '@airdeck/contract/limit/compliance';
import { LIMIT_PACKS } from '@airdeck/domain/limit/packs/index';
import { z } from 'zod';
import { number } from '../../../lib/url/search-fields.ts';
import { COMPLIANCE_PERIODS } from './periods.ts';

export const DEFAULT_PACK = LIMIT_PACKS[0].code;
export const DEFAULT_LEVEL = 'department';
export const DEFAULT_PERIOD = 'days30';

const MAX_PACK_CODE = 80;

/** Search of the compliance screen. A wrong day stays, because other days would look like its answer. */
export const complianceSearch = z.object({
  pack: z.string().min(1).max(MAX_PACK_CODE).optional().catch(undefined),
  level: z.enum(COMPLIANCE_LEVELS).optional().catch(undefined),
  organization: number,
  office: number,
  period: z.enum(COMPLIANCE_PERIODS).optional().catch(undefined),
  from: z.iso.date().optional().catch(''),
  to: z.iso.date().optional().catch(''),
});
export type ComplianceSearch = z.infer<typeof complianceSearch>;
