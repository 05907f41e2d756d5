import type { Level, Measure, Step } from '@airdeck/contract/history/query';
import type { SeriesAnswer } from '@airdeck/contract/history/schema';
import type { Rating } from '@airdeck/contract/monitoring/schema';
import { GRADES } from '@airdeck/domain/grade';
import { ratingsOf } from '@airdeck/domain/rating';
import { isGraded, SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownDigits } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { ChartLegend } from '../../../ui/chart/chart-legend.tsx';
import { preloadChart } from '../../../ui/chart/image/use-chart-canvas.ts';
import { LineChart } from '../../../ui/chart/line/line-chart.tsx';
import type { Difference } from '../../../ui/chart/line/usual.ts';
import { bandMark, lineMark, MAINTENANCE_MARK, middleMark, periodMark } from '../../../ui/chart/model/mark.ts';
import { timeRangeText } from '../../../ui/chart/model/time-range.ts';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { seriesQuery } from '../api/series.ts';
import type { DayRange } from '../model/day-range.ts';
import styles from './graph.module.css';
import { GraphFrame } from './graph-frame.tsx';
import { LineSummaries } from './line-summaries.tsx';
import { useNames, usePlaces } from './names.ts';
import { SelectableLegend } from './selectable-legend.tsx';
import { axisRangeOf, chartSeriesOf, maintenanceOf, requestedRangeOf, timeFormOf } from './series-model.ts';
import { type ShownSeries, type ShownSeriesProps, useShownSeries } from './shown-series.ts';

const HEIGHT = { phone: 300, desk: 420 } as const;

interface SeriesGraphProps extends ShownSeriesProps {
  /** The kind of `ids`. All sensors have the same type. */
  kind: 'meter' | 'sensor' | Level;
  /** For sensors, their type. */
  measure: Measure;
  step: Step;
  range: DayRange;
  /** 1, 2, 3; they do not count towards the limit of three. */
  weeksAgo: readonly number[];
  /** Where the chart's tools go; null until it is there. */
  toolsIn?: HTMLElement | null;
  /** Chooses from many, beside the legend of those that are shown. */
  picker?: React.ReactNode;
  /** Shown when nothing was measured, in place of a text. */
  nothing?: React.ReactNode;
}

/** Lines of up to three meters or sensors, compared with earlier weeks. Stable `ids`. */
export function SeriesGraph(props: SeriesGraphProps) {
  const { kind, measure, step, range, weeksAgo } = props;
  const shownSeries = useShownSeries(props);
  const long = useLongQuery(seriesQuery({ kind, ids: shownSeries.shown, measure, step, range, weeksAgo }));
  const nameOf = useNames(kind, props.ids);
  const height = useMediaQuery(PHONE) ? HEIGHT.phone : HEIGHT.desk;
  const legendOf = (periods: SeriesLegendProps['periods'], hasMaintenance: boolean) =>
    shownSeries.ids.length > 1 || props.picker !== undefined ? (
      <SeriesLegend {...{ shownSeries, nameOf, periods, hasMaintenance }} picker={props.picker} />
    ) : undefined;
  // The chart's code loads while the data does.
  useEffect(preloadChart, []);
  return (
    <GraphFrame {...long} height={height} legend={legendOf([], false)}>
      {(answer) => (
        <>
          <SeriesChart
            {...{ kind, answer, shownSeries, nameOf, height, legendOf }}
            toolsIn={props.toolsIn}
            nothing={props.nothing}
          />
          <LineSummaries answer={answer} shown={shownSeries.shown} nameOf={nameOf} />
        </>
      )}
    </GraphFrame>
  );
}

interface SeriesChartProps {
  kind: SeriesGraphProps['kind'];
  answer: SeriesAnswer;
  shownSeries: ShownSeries;
  nameOf: (id: number) => string;
  height: number;
  /** Its own legend, of what can be drawn; a single series needs none. */
  legendOf: (periods: SeriesLegendProps['periods'], hasMaintenance: boolean) => React.ReactNode;
  toolsIn: HTMLElement | null | undefined;
  nothing: React.ReactNode;
}

function SeriesChart(props: SeriesChartProps) {
  const { kind, answer, shownSeries, nameOf, height, legendOf, toolsIn, nothing } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const { measure, step, time_zone: timeZone, bounds } = answer;
  const { unit, digits, ratings } = measureInfo(measure);
  const { hues, shown } = shownSeries;
  const place = usePlaces(kind, shown);
  const series = useMemo(
    () =>
      answer.series
        .filter(({ id }) => hues.has(id))
        .map((line) => chartSeriesOf(line, step, nameOf(line.id), hues.get(line.id) ?? 0)),
    [answer, step, nameOf, hues],
  );
  const earlier = useMemo(
    () => weeksOf(answer).map((weeksAgo) => ({ weeksAgo, name: t('chart.weeksAgo', { weeks: weeksAgo }) })),
    [answer, t],
  );
  const periods = useMemo(() => (earlier.length === 0 ? [] : periodNames(t('chart.now'), earlier)), [earlier, t]);
  const period = useMemo(() => requestedRangeOf(answer), [answer]);
  const maintenance = useMemo(() => maintenanceOf(answer), [answer]);
  const bands = useMemo(() => ({ bounds, ratings }), [bounds, ratings]);
  const name = measure === 'INDEX' ? t('monitoring.index') : t(sensorNameKey(measure));
  const interval = Math.min(...answer.series.map(({ interval_s }) => interval_s));
  return (
    <LineChart
      label={step === 'each' ? name : `${name} · ${t(`chart.mean.${step}`)}`}
      place={place}
      difference={differenceOf(measure)}
      {...axisRangeOf(answer)}
      {...{ series, periods, period, unit, digits, bands, maintenance, timeZone, height }}
      timeForm={timeFormOf(step, interval)}
      // The chart's own legend is enough for a single one.
      legend={legendOf(earlier, maintenance.length > 0)}
      toolsIn={toolsIn}
      empty={nothing ?? t('chart.empty', { period: timeRangeText(period, { language, timeZone }) })}
    />
  );
}

/** Earlier weeks that are drawn, nearest first. */
const weeksOf = ({ series }: SeriesAnswer): number[] =>
  [...new Set(series.map(({ weeks_ago }) => weeks_ago))].filter((weeks) => weeks > 0).sort((a, b) => a - b);

/** Names by weeks ago; empty for weeks that are not drawn. */
function periodNames(now: string, earlier: readonly { name: string; weeksAgo: number }[]): string[] {
  const names = [now, '', '', ''];
  for (const { name, weeksAgo } of earlier) names[weeksAgo] = name;
  return names;
}

interface SeriesLegendProps {
  shownSeries: ShownSeries;
  nameOf: (id: number) => string;
  /** The earlier weeks that are drawn. */
  periods: readonly { name: string; weeksAgo: number }[];
  /** Whether ranges of maintenance are shaded. */
  hasMaintenance: boolean;
  picker: React.ReactNode;
}

function SeriesLegend({ shownSeries, nameOf, periods, hasMaintenance, picker }: SeriesLegendProps) {
  const [only = 0] = shownSeries.shown.map((id) => shownSeries.hues.get(id));
  const markOf = (earlier: number) => (shownSeries.shown.length === 1 ? lineMark(only, earlier) : periodMark(earlier));
  const { t } = useTranslation();
  const hue = shownSeries.shown.length === 1 ? only : null;
  const earlier =
    periods.length > 1
      ? [
          { name: t('chart.band'), mark: bandMark(hue) },
          { name: t('chart.middle'), mark: middleMark(hue) },
        ]
      : periods.map(({ name, weeksAgo }) => ({ name, mark: markOf(weeksAgo) }));
  const entries = hasMaintenance ? [...earlier, { name: t('chart.maintenance'), mark: MAINTENANCE_MARK }] : earlier;
  return (
    <div className={styles.legend}>
      {picker}
      <SelectableLegend shownSeries={shownSeries} nameOf={nameOf} colored />
      {entries.length === 0 ? null : <ChartLegend entries={entries} />}
    </div>
  );
}

interface MeasureInfo {
  /** Empty for the index. */
  unit: string;
  digits: number;
  /** From the lowest values to the highest. */
  ratings: readonly Rating[];
}

/** Differences of temperature and humidity are absolute: a percentage of them makes no sense. */
const differenceOf = (measure: Measure): Difference => (measure === 'INDEX' || isGraded(measure) ? 'share' : 'plain');

/** Unit, digits and ratings of a measure. */
function measureInfo(measure: Measure): MeasureInfo {
  if (measure === 'INDEX') return { unit: '', digits: 0, ratings: GRADES };
  return { unit: SENSOR_TYPE_INFO[measure].unit, digits: shownDigits(measure), ratings: ratingsOf(measure) };
}
