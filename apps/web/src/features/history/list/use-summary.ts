import type { AveragesSummary } from '@airdeck/contract/history/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TableSummary } from '../../../ui/table/table-column.ts';
import { summaryQuery } from '../api/pages.ts';
import { reachesToday } from '../model/day-range.ts';
import type { HistoryRequest } from '../model/history-request.ts';
import type { History } from '../model/use-history.ts';

/** How often the summary of a range that is not over is loaded again. */
const RENEW_MS = 60_000;

/** The whole period as an additional row of a list of averages; `rowOf` builds the row with empty names. */
export function useSummary<Row>(
  { today }: History,
  request: HistoryRequest,
  rowOf: (summary: AveragesSummary) => Row,
): TableSummary<Row> | undefined {
  const { t } = useTranslation();
  const renewed = reachesToday(request.range, today) ? { refetchInterval: RENEW_MS } : {};
  const { data } = useQuery({ ...summaryQuery(request), ...renewed });
  if (data === undefined || data.meters === 0) return undefined;
  const of = t('history.summary.of', { measured: data.meters, inUse: data.meters_in_use });
  return {
    label: t(data.maintenance === true ? 'history.summary.marked' : 'history.summary.label'),
    row: rowOf(data),
    // A list of places has a column for it.
    cells: { meter_name: of, organization_name: '', office_name: '', department_name: '' },
  };
}
