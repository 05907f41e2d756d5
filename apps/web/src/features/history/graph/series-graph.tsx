import type { Measure, Step } from '@airdeck/contract/history/query';
import type { SeriesAnswer } from '@airdeck/contract/history/schema';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { ChartLegend } from '../../../ui/chart/chart-legend.tsx';
import { preloadChart } from '../../../ui/chart/image/use-chart-canvas.ts';
import { LineChart } from '../../../ui/chart/line/line-chart.tsx';
import { lineMark, periodMark } from '../../../ui/chart/model/mark.ts';
import { timeRangeText } from '../../../ui/chart/model/time-range.ts';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { ChoiceLegend } from './choice-legend.tsx';
import styles from './graph.module.css';
import { GraphFrame } from './graph-frame.tsx';
import { seriesQuery } from './graph-queries.ts';
import { measureInfo } from './measure-info.ts';
import { axisOf, periodOf, timeFormOf } from './series-look.ts';
import { chartSeriesOf } from './series-points.ts';
import { type Choice, type ChoiceProps, useChoice } from './use-choice.ts';
import { useNames } from './use-names.ts';

const HEIGHT = { phone: 300, desk: 420 } as const;

interface SeriesGraphProps extends ChoiceProps {
  /** What `ids` are of; sensors are of one type. */
  kind: 'meter' | 'sensor';
  /** Of sensors their type. */
  measure: Measure;
  step: Step;
  /** First and last local day. */
  startTime: string;
  endTime: string;
  /** 1, 2, 3; they do not count towards the limit of three. */
  weeksAgo: readonly number[];
}

/** Courses of up to three meters or sensors, with the same of earlier weeks. Stable `ids`. */
export function SeriesGraph(props: SeriesGraphProps) {
  const { kind, measure, step, startTime, endTime, weeksAgo } = props;
  const choice = useChoice(props);
  const query = useQuery(seriesQuery({ kind, ids: choice.shown, measure, step, startTime, endTime, weeksAgo }));
  const nameOf = useNames(kind, props.ids);
  const height = useMediaQuery(PHONE) ? HEIGHT.phone : HEIGHT.desk;
  const legend = choice.ids.length > 1 ? <SeriesLegend choice={choice} nameOf={nameOf} periods={[]} /> : null;
  // Both are on the way at once.
  useEffect(preloadChart, []);
  return (
    <GraphFrame query={query} height={height} legend={legend}>
      {(answer) => <SeriesChart answer={answer} choice={choice} nameOf={nameOf} height={height} />}
    </GraphFrame>
  );
}

interface SeriesChartProps {
  answer: SeriesAnswer;
  choice: Choice;
  nameOf: (id: number) => string;
  height: number;
}

function SeriesChart({ answer, choice, nameOf, height }: SeriesChartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { measure, step, time_zone: timeZone, bounds } = answer;
  const { unit, digits, ratings } = measureInfo(measure);
  const { hues } = choice;
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
  const period = useMemo(() => periodOf(answer), [answer]);
  const bands = useMemo(() => ({ bounds, ratings }), [bounds, ratings]);
  const name = measure === 'INDEX' ? t('monitoring.index') : t(sensorNameKey(measure));
  const interval = Math.min(...answer.series.map(({ interval_s }) => interval_s));
  return (
    <LineChart
      label={step === 'each' ? name : `${name} · ${t(`chart.mean.${step}`)}`}
      {...axisOf(answer)}
      {...{ series, periods, period, unit, digits, bands, timeZone, height }}
      timeForm={timeFormOf(step, interval)}
      // Of one alone the chart's own legend says all.
      legend={choice.ids.length > 1 ? <SeriesLegend choice={choice} nameOf={nameOf} periods={earlier} /> : undefined}
      empty={t('chart.empty', { period: timeRangeText(period, { language, timeZone }) })}
    />
  );
}

/** Earlier weeks that are drawn, nearest first. */
const weeksOf = ({ series }: SeriesAnswer): number[] =>
  [...new Set(series.map(({ weeks_ago }) => weeks_ago))].filter((weeks) => weeks > 0).sort((a, b) => a - b);

/** Names by weeks ago; of weeks that are not drawn there are none. */
function periodNames(now: string, earlier: readonly { name: string; weeksAgo: number }[]): string[] {
  const names = [now, '', '', ''];
  for (const { name, weeksAgo } of earlier) names[weeksAgo] = name;
  return names;
}

interface SeriesLegendProps {
  choice: Choice;
  nameOf: (id: number) => string;
  /** Earlier ones that are drawn. */
  periods: readonly { name: string; weeksAgo: number }[];
}

function SeriesLegend({ choice, nameOf, periods }: SeriesLegendProps) {
  const [only = 0] = choice.shown.map((id) => choice.hues.get(id));
  const markOf = (earlier: number) => (choice.shown.length === 1 ? lineMark(only, earlier) : periodMark(earlier));
  const earlier = periods.map(({ name, weeksAgo }) => ({ name, mark: markOf(weeksAgo) }));
  return (
    <div className={styles.legend}>
      <ChoiceLegend choice={choice} nameOf={nameOf} colored />
      {earlier.length === 0 ? null : <ChartLegend entries={earlier} />}
    </div>
  );
}
