import {
  type ComplianceAnswer,
  type ComplianceLevel,
  exportCompliance,
  getCompliance,
  getLimitPacks,
  type PackInfo,
} from '@airdeck/contract/limit/compliance';
import type { DayRange } from '@airdeck/domain/range';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, download } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import type { FileOptions } from '../../../shared/export/use-export.ts';

export interface ComplianceQuestion {
  pack: string;
  level: ComplianceLevel;
  days: DayRange;
  organization: number | undefined;
  office: number | undefined;
}

const queryOf = ({ pack, level, days, organization, office }: ComplianceQuestion) => ({
  ...{ pack, level, startTime: days.from, endTime: days.to },
  ...(organization !== undefined && { organizationId: String(organization) }),
  ...(office !== undefined && { officeId: String(office) }),
});

const PACKS_STALE_MS = 300_000;

export const packsQuery = () =>
  queryOptions<PackInfo[], ApiFailure>({
    queryKey: queryKey('history', 'limit-packs'),
    queryFn: async ({ signal }) => (await call(getLimitPacks, { signal })).packs,
    staleTime: PACKS_STALE_MS,
  });

/** null asks nothing, because the days are not valid. */
export const complianceQuery = (question: ComplianceQuestion | null) =>
  queryOptions<ComplianceAnswer, ApiFailure>({
    queryKey: queryKey('history', 'compliance', question),
    queryFn: ({ signal }) => call(getCompliance, { query: queryOf(question as ComplianceQuestion), signal }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
  });

export const complianceFile = (question: ComplianceQuestion, options: FileOptions, signal: AbortSignal) =>
  download(exportCompliance, { query: { ...queryOf(question), ...options }, signal });
