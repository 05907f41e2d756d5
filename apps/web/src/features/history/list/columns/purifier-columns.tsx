import type { PurifierMinutes, PurifierSpan } from '@airdeck/contract/history/schema';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { SHOWN_WORK_MODES } from '@airdeck/domain/purifier-state';
import { formatDate } from '../../../../lib/format/date.ts';
import { formatDuration } from '../../../../lib/format/duration.ts';
import { formatNumber } from '../../../../lib/format/number.ts';
import { clockText, onOff } from '../../../../ui/purifier/purifier-facts.tsx';
import type { TableColumn } from '../../../../ui/table/table-column.ts';
import { WorkModeChip } from '../../../../ui/work-mode-chip.tsx';
import { markedName } from '../../api/use-choices.ts';
import { type ColumnContext, meterColumn, startColumn, timeColumn } from './shared-columns.tsx';

const purifierColumn = <Row extends Pick<PurifierSpan, 'purifier_name' | 'past_state'>>({
  t,
}: ColumnContext): TableColumn<Row> => ({
  id: 'purifier_name',
  header: t('history.column.purifier'),
  width: 130,
  value: ({ purifier_name, past_state }) => markedName(t, purifier_name, past_state),
});

/** Words of a purifier's state. */
type Word = NonNullable<
  PurifierState[keyof Omit<
    PurifierState,
    | 'uv'
    | 'anion'
    | 'light'
    | 'fans'
    | 'reserved_start'
    | 'reserved_end'
    | 'filter_period_h'
    | 'filter_use_h'
    | 'operating_time_min'
    | 'commands'
  >]
>;

/** A field of the state as text. Not every device reports every field. */
const factColumn = (
  { t }: ColumnContext,
  id: string,
  header: string,
  of: (state: PurifierState) => Word | boolean | null | undefined,
): TableColumn<PurifierSpan> => ({
  id,
  header,
  value: ({ state }) => {
    const word = of(state) ?? null;
    return word === null ? null : t(`monitoring.purifier.value.${typeof word === 'boolean' ? onOff(word) : word}`);
  },
});

const hoursColumn = (
  { t }: ColumnContext,
  id: string,
  header: string,
  of: (state: PurifierState) => number | null | undefined,
): TableColumn<PurifierSpan> => ({
  id,
  header,
  align: 'end',
  value: ({ state }) => of(state) ?? null,
  cell: ({ state }) => {
    const count = of(state) ?? null;
    return count === null ? '–' : t('purifier.hours', { count });
  },
});

const NUMBERS = [1, 2, 3] as const;

/** Columns of the state that are hidden by default. */
export const HIDDEN_STATES = [
  ...['power', 'control', 'fan_direction', 'ventilation', 'uv', 'anion', 'light', 'fan_1', 'fan_2', 'fan_3'],
  ...['reserved_start', 'reserved_end', 'filter_period', 'filter_use_1', 'filter_use_2', 'filter_use_3'],
];

/** The fields of a state that have no column. */
const otherFacts = (context: ColumnContext): TableColumn<PurifierSpan>[] => {
  const { t } = context;
  return [
    factColumn(context, 'power', t('monitoring.purifier.power'), ({ power }) => power),
    factColumn(context, 'control', t('monitoring.purifier.control'), ({ control }) => control),
    factColumn(context, 'fan_direction', t('monitoring.purifier.fanDirection'), (state) => state.fan_direction),
    factColumn(context, 'ventilation', t('monitoring.purifier.ventilation'), ({ ventilation }) => ventilation),
    factColumn(context, 'uv', t('monitoring.purifier.uv'), ({ uv }) => uv),
    factColumn(context, 'anion', t('monitoring.purifier.anion'), ({ anion }) => anion),
    factColumn(context, 'light', t('monitoring.purifier.light'), ({ light }) => light),
    ...NUMBERS.map((number) =>
      factColumn(context, `fan_${number}`, t('purifier.column.fan', { number }), ({ fans }) => fans[number - 1]),
    ),
    ...(['reserved_start', 'reserved_end'] as const).map(
      (id): TableColumn<PurifierSpan> => ({
        id,
        header: t(id === 'reserved_start' ? 'purifier.column.reservedStart' : 'purifier.column.reservedEnd'),
        value: ({ state }) => (state[id] === null ? null : clockText(state[id])),
      }),
    ),
    hoursColumn(context, 'filter_period', t('purifier.column.filterPeriod'), (state) => state.filter_period_h),
    ...NUMBERS.map((number) =>
      hoursColumn(
        context,
        `filter_use_${number}`,
        t('purifier.column.filterUse', { number }),
        (state) => state.filter_use_h[number - 1],
      ),
    ),
  ];
};

/** A row for each state that a purifier reported, from its first report to its last. */
export const purifierStateColumns = (context: ColumnContext): TableColumn<PurifierSpan>[] => [
  timeColumn(context, context.t('history.column.since')),
  ...meterColumn<PurifierSpan>(context, false),
  purifierColumn(context),
  {
    id: 'work_mode',
    header: context.t('history.column.mode'),
    value: ({ work_mode }) => work_mode,
    cell: ({ work_mode }) => <WorkModeChip mode={work_mode} />,
  },
  {
    id: 'lasted',
    header: context.t('purifier.column.lasted'),
    value: ({ time, last_time }) => Date.parse(last_time) - Date.parse(time),
    cell: ({ time, last_time }) => (
      <span className="num">{formatDuration(Date.parse(last_time) - Date.parse(time), context.language)}</span>
    ),
  },
  factColumn(context, 'fan_speed', context.t('history.column.fanSpeed'), ({ fan_speed }) => fan_speed),
  factColumn(context, 'source', context.t('history.column.source'), ({ source }) => source),
  {
    id: 'last_time',
    header: context.t('history.column.until'),
    width: 170,
    value: ({ last_time }) => last_time,
    cell: ({ last_time, time_zone }) =>
      formatDate(last_time, 'dateTime', { language: context.language, timeZone: time_zone }),
  },
  ...otherFacts(context),
];

const minutes = ({ language }: ColumnContext, value: number): string =>
  value === 0 ? '–' : formatNumber(value, 0, language);

/** A row for each bucket of a purifier; a column for each state, in minutes. */
export const purifierMinuteColumns = (context: ColumnContext, unit: BucketUnit): TableColumn<PurifierMinutes>[] => [
  startColumn(context, unit),
  ...meterColumn<PurifierMinutes>(context, false),
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
