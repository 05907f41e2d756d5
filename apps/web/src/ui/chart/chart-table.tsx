import { isComparable } from '@airdeck/domain/completeness';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format/date.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-column.ts';
import { type LineLook, lineName } from './line-look.ts';
import { type TableRow, tableRows } from './table-rows.ts';

/** The same values to read, to sort and to hear. */
export function ChartTable({ look, label }: { look: LineLook; label: string }) {
  const { t } = useTranslation();
  const rows = useMemo(() => tableRows(look.series), [look]);
  const columns = useMemo(
    (): TableColumn<TableRow>[] => [
      {
        id: 'time',
        header: t('common.chart.time'),
        primary: true,
        value: ({ time }) => time,
        cell: ({ time }) => formatDate(time, look.timeForm, look),
      },
      ...look.series.map((series, line): TableColumn<TableRow> => {
        const value = ({ at }: TableRow) => series.values[at[line] ?? -1] ?? null;
        return {
          id: `series${line}`,
          header: look.unit === '' ? lineName(look, series) : `${lineName(look, series)} (${look.unit})`,
          align: 'end',
          value,
          cell: (row) => {
            const known = value(row);
            const about = isComparable(series.completeness?.[row.at[line] ?? -1] ?? 1) ? '' : '≈ ';
            return known === null ? '–' : `${about}${formatNumber(known, look.digits, look.language)}`;
          },
        };
      }),
    ],
    [look, t],
  );
  return <DataTable name="chart" label={label} rows={rows} columns={columns} rowId={({ time }) => time} />;
}
