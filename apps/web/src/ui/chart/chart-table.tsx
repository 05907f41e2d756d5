import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format/date.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { DataTable } from '../table/data-table.tsx';
import type { TableColumn } from '../table/table-column.ts';
import type { ChartLook } from './chart-option.ts';

interface ChartRow {
  time: number;
  values: (number | null)[];
}

function rowsOf({ series }: ChartLook): ChartRow[] {
  const rows = new Map<number, ChartRow>();
  for (const [index, { points }] of series.entries()) {
    for (const [time, value] of points) {
      if (value === null) continue;
      const row = rows.get(time) ?? { time, values: series.map(() => null) };
      row.values[index] = value;
      rows.set(time, row);
    }
  }
  return [...rows.values()].sort((a, b) => a.time - b.time);
}

/** The same values to read, to search and to hear. */
export function ChartTable({ look, label }: { look: ChartLook; label: string }) {
  const { t } = useTranslation();
  const { series, unit, digits, language, timeZone } = look;
  const rows = useMemo(() => rowsOf(look), [look]);
  const columns = useMemo(
    (): TableColumn<ChartRow>[] => [
      {
        id: 'time',
        header: t('common.chart.time'),
        primary: true,
        value: ({ time }) => time,
        cell: ({ time }) => formatDate(time, 'minute', { language, timeZone }),
      },
      ...series.map(
        ({ name }, i): TableColumn<ChartRow> => ({
          id: `series${i}`,
          header: `${name} (${unit})`,
          align: 'end',
          value: ({ values }) => values[i] ?? null,
          cell: ({ values }) => {
            const value = values[i] ?? null;
            return value === null ? '–' : formatNumber(value, digits, language);
          },
        }),
      ),
    ],
    [series, unit, digits, language, timeZone, t],
  );
  return <DataTable name="chart" label={label} rows={rows} columns={columns} rowId={({ time }) => time} />;
}
