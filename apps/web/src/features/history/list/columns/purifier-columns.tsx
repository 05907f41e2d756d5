import { type PurifierMinutes, type PurifierSpan, SHOWN_WORK_MODES } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { formatDate } from '../../../../lib/format/date.ts';
import { formatNumber } from '../../../../lib/format/number.ts';
import type { TableColumn } from '../../../../ui/table/table-column.ts';
import { WorkModeChip } from '../../../../ui/work-mode-chip.tsx';
import { type ColumnContext, meterColumn, startColumn, timeColumn } from './shared-columns.tsx';

const purifierColumn = <Row extends Pick<PurifierSpan, 'purifier_name'>>({ t }: ColumnContext): TableColumn<Row> => ({
  id: 'purifier_name',
  header: t('history.column.purifier'),
  width: 130,
  value: ({ purifier_name }) => purifier_name,
});

/** A field of the state as text. Not every device reports every field. */
const factColumn = ({ t }: ColumnContext, id: 'fan_speed' | 'source', header: string): TableColumn<PurifierSpan> => ({
  id,
  header,
  value: ({ state }) => {
    const word = state[id];
    return word === null ? null : t(`monitoring.purifier.value.${word}`);
  },
});

/** A row for each state that a purifier reported, from its first report to its last. */
export const purifierStateColumns = (context: ColumnContext): TableColumn<PurifierSpan>[] => [
  timeColumn(context, context.t('history.column.since')),
  ...meterColumn<PurifierSpan>(context),
  purifierColumn(context),
  {
    id: 'work_mode',
    header: context.t('history.column.mode'),
    value: ({ work_mode }) => work_mode,
    cell: ({ work_mode }) => <WorkModeChip mode={work_mode} />,
  },
  factColumn(context, 'fan_speed', context.t('history.column.fanSpeed')),
  factColumn(context, 'source', context.t('history.column.source')),
  {
    id: 'last_time',
    header: context.t('history.column.until'),
    width: 170,
    value: ({ last_time }) => last_time,
    cell: ({ last_time, time_zone }) =>
      formatDate(last_time, 'dateTime', { language: context.language, timeZone: time_zone }),
  },
];

const minutes = ({ language }: ColumnContext, value: number): string =>
  value === 0 ? '–' : formatNumber(value, 0, language);

/** A row for each bucket of a purifier; a column for each state, in minutes. */
export const purifierMinuteColumns = (context: ColumnContext, unit: BucketUnit): TableColumn<PurifierMinutes>[] => [
  startColumn(context, unit),
  ...meterColumn<PurifierMinutes>(context),
  purifierColumn(context),
  ...SHOWN_WORK_MODES.map(
    (mode): TableColumn<PurifierMinutes> => ({
      id: mode,
      header: context.t('history.column.minutes', { mode: context.t(`monitoring.purifier.mode.${mode}`) }),
      align: 'end',
      value: (row) => row.minutes[mode],
      cell: (row) => minutes(context, row.minutes[mode]),
    }),
  ),
  {
    id: 'unknown',
    header: context.t('history.column.minutes', { mode: context.t('history.column.unknown') }),
    align: 'end',
    value: ({ unknown }) => unknown,
    cell: ({ unknown }) => minutes(context, unknown),
  },
];
