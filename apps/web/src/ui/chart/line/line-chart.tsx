import useMediaQuery from '@mui/material/useMediaQuery';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DateForm, formatDate, viewerZone } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { EmptyState } from '../../state/state-panels.tsx';
import { PHONE } from '../../theme/tokens.ts';
import { ChartFigure } from '../chart-figure.tsx';
import { type ChartBands, type ChartSeries, valueRangeOf } from '../model/chart-data.ts';
import { type TimeRange, timeRangeText, weeksEarlier } from '../model/time-range.ts';
import { lineDrawing } from './line-drawing.ts';
import { type LineModel, lineName } from './line-model.ts';
import { LineTable } from './line-table.tsx';
import { type Difference, usualsOf } from './usual.ts';

interface LineChartProps {
  /** Title, for screen readers too. */
  label: string;
  /** Place of the values, for the picture and its name. */
  place?: string | undefined;
  /** Three series at most, each with its earlier periods; stable between changes. */
  series: readonly ChartSeries[];
  /** Names of the period itself and of those 1, 2, 3 earlier; stable. Empty when only it is drawn. */
  periods?: readonly string[];
  unit: string;
  digits: number;
  /** Ends of the axis, independent of the readings, epoch ms. */
  from: number;
  to: number;
  /** The requested range, where the axis is a little longer; stable. */
  period?: TimeRange | undefined;
  timeZone?: string | undefined;
  /** The form of a point's time; a minute when left out. */
  timeForm?: DateForm;
  bands?: ChartBands | undefined;
  /** Ranges of maintenance, which are shaded; stable. */
  maintenance?: readonly TimeRange[];
  /** How a single series is compared with several earlier weeks, below the plot. */
  difference?: Difference | undefined;
  height?: number;
  /** In place of the plain legend. */
  legend?: React.ReactNode;
  /** Where the chart's tools go, in a bar above it; the legend is then below the plot. */
  toolsIn?: HTMLElement | null | undefined;
  /** Shown when there is nothing to draw: a text, or more. */
  empty?: React.ReactNode;
  /** Whether a table with the values follows; false on screens with a list. */
  table?: boolean;
}

const NONE: readonly never[] = [];

/**
 * Lines over time, with grade bands behind them. Gaps stay open. One earlier week is dashed, several are a band with its
 * middle. Drag, Ctrl + wheel and pinch zoom, the cursor reads all lines, a picture can be saved, and a table has the same values.
 */
export function LineChart(props: LineChartProps) {
  const { label, place, series, periods = NONE, unit, digits, from, to, period, bands, difference } = props;
  const {
    maintenance = NONE,
    empty,
    legend,
    toolsIn,
    timeZone = viewerZone(),
    timeForm = 'minute',
    height = 260,
    table = true,
  } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const phone = useMediaQuery(PHONE);
  const model = useMemo(
    (): LineModel => ({
      ...{
        series,
        periods,
        unit,
        digits,
        language,
        timeZone,
        timeForm,
        from,
        to,
        period,
        bands,
        difference,
        maintenance,
      },
      usuals: usualsOf(series, { from, to }),
      differenceName: t('chart.difference'),
      bandName: t('chart.band'),
      middleName: t('chart.middle'),
      maintenanceName: t('chart.maintenance'),
      ratingName: phone ? undefined : (rating) => t(`grade.rating.${rating}`),
    }),
    [
      series,
      periods,
      unit,
      digits,
      language,
      timeZone,
      timeForm,
      from,
      to,
      period,
      bands,
      difference,
      maintenance,
      phone,
      t,
    ],
  );
  const drawing = useMemo(() => lineDrawing(model), [model]);
  const summary = useMemo(() => lineSummary(model, t), [model, t]);
  if (drawing === null) {
    const text = empty ?? t('common.empty.chart');
    return (
      <>
        {toolsIn === undefined ? legend : null}
        {typeof text === 'string' ? <EmptyState text={text} /> : text}
        {toolsIn === undefined ? null : legend}
      </>
    );
  }
  return (
    <ChartFigure
      label={label}
      place={place}
      drawing={drawing}
      height={height}
      legend={legend}
      toolsIn={toolsIn}
      summary={summary}
      table={table ? () => <LineTable model={model} label={label} /> : undefined}
    />
  );
}

function sentence(model: LineModel, series: ChartSeries, t: TFunction): string {
  const name = lineName(model, series);
  const { times, values } = series;
  const range = valueRangeOf([values]);
  if (range === null) return `${name}: ${t('common.trendEmpty')}`;
  const isKnown = (value: number) => !Number.isNaN(value);
  const last = values.findLastIndex(isKnown);
  const number = (value: number | undefined) =>
    `${formatNumber(value ?? 0, model.digits, model.language)} ${model.unit}`.trimEnd();
  // Points of earlier weeks lie under the period; they are labelled with their own days.
  const date = (i: number) =>
    formatDate(weeksEarlier(times[i] ?? 0, series.earlier, model.timeZone), model.timeForm, model);
  const [min, max] = range;
  return `${name}: ${t('common.trend', {
    from: date(values.findIndex(isKnown)),
    to: date(last),
    min: number(min),
    max: number(max),
    last: number(values[last]),
  })}`;
}

/** A sentence for each line: its first and last time, lowest, highest and last value; and the ranges of maintenance. */
const lineSummary = (model: LineModel, t: TFunction): string[] => [
  ...model.series.map((series) => sentence(model, series, t)),
  ...model.maintenance.map((range) => `${model.maintenanceName}: ${timeRangeText(range, model)}`),
];
