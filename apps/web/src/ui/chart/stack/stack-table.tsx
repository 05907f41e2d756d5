import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { DataTable } from '../../table/data-table.tsx';
import type { TableColumn } from '../../table/table-column.ts';
import type { StackModel } from './stack-model.ts';
import { hoursText } from './stack-readout.ts';

interface StackRow {
  bucket: number;
  panel: number;
}

/** A row for each bucket and panel with known values. */
function rowsOf({ starts, panels }: StackModel): StackRow[] {
  const buckets = Array.from(starts, (_, bucket) => bucket);
  return buckets.flatMap((bucket) =>
    panels.flatMap(({ parts }, panel) => (Number.isNaN(parts[0]?.[bucket] ?? Number.NaN) ? [] : { bucket, panel })),
  );
}

interface StackTableProps {
  model: StackModel;
  label: string;
  /** Head of the column of panels. */
  panelHead: string;
}

/** The chart's durations as a table, for reading, sorting and screen readers. */
export function StackTable({ model, label, panelHead }: StackTableProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => rowsOf(model), [model]);
  const columns = useMemo(
    (): TableColumn<StackRow>[] => [
      {
        id: 'time',
        header: t('common.chart.time'),
        primary: true,
        value: ({ bucket }) => model.starts[bucket] ?? null,
        cell: ({ bucket }) => formatDate(model.starts[bucket] ?? 0, model.timeForm, model),
      },
      { id: 'panel', header: panelHead, value: ({ panel }) => model.panels[panel]?.name ?? null },
      ...model.parts.map(({ name }, part): TableColumn<StackRow> => {
        const amount = ({ bucket, panel }: StackRow) => model.panels[panel]?.parts[part]?.[bucket] ?? 0;
        return { id: `part${part}`, header: name, align: 'end', value: amount, cell: (row) => hoursText(amount(row)) };
      }),
    ],
    [model, panelHead, t],
  );
  const rowId = ({ bucket, panel }: StackRow) => `${bucket} ${panel}`;
  return <DataTable name="chart-stack" label={label} rows={rows} columns={columns} rowId={rowId} />;
}
