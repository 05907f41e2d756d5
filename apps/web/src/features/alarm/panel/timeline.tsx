import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { SeriesAnswer } from '@airdeck/contract/history/schema';
import { localDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { ratingsOf } from '@airdeck/domain/rating';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { everySecond } from '../../../lib/clock.ts';
import { viewerZone } from '../../../lib/format/date.ts';
import { formatReading, shownDigits } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { CardSkeletons } from '../../../ui/card/card.tsx';
import { LineChart } from '../../../ui/chart/line/line-chart.tsx';
import { type ChartSeries, columnsOf } from '../../../ui/chart/model/chart-data.ts';
import { timeRangesOf } from '../../../ui/chart/model/time-range.ts';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { timelineQuery } from '../model/queries.ts';
import { descriptionOf, endOf, meterPlaceOf } from '../model/texts.ts';

/** Shown before the condition began, and after it ended. */
const BESIDE_MS = HOUR_MS;
/** Up to this length each reading is drawn, then hourly means. */
const MAX_READINGS_MS = 36 * HOUR_MS;
/** Limit of the drawn time: of a longer alarm its last part. */
const MAX_MS = 90 * DAY_MS;
/** The chart of an alarm that lasts follows the clock in such steps. */
const STEP_MS = 30_000;

/** The drawn time: from an hour before the condition began until now; of a cleared alarm until an hour after it ended. */
export const drawnRange = (alarm: Alarm, now: number) => {
  const end = alarm.cleared_time === null ? now : (endOf(alarm) ?? now) + BESIDE_MS;
  const to = Math.min(end, now);
  const from = Math.max(Date.parse(alarm.since_time) - BESIDE_MS, to - MAX_MS);
  return { from, to, step: to - from > MAX_READINGS_MS ? ('hour' as const) : ('each' as const) };
};

const nowInSteps = (): number => Math.ceil(Date.now() / STEP_MS) * STEP_MS;

interface TimelineProps {
  alarm: Alarm;
  sensorId: number;
  type: SensorType;
}

/** The readings of the alarm's sensor before, during and after it, with the threshold; live while it lasts. */
export function Timeline({ alarm, sensorId, type }: TimelineProps) {
  const now = useSyncExternalStore(everySecond, nowInSteps);
  const { from, to, step } = drawnRange(alarm, now);
  const zone = viewerZone();
  const { data, error, refetch } = useQuery({
    ...timelineQuery(sensorId, step, localDay(from, zone), localDay(to, zone)),
    refetchInterval: to < now ? false : STEP_MS,
  });
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <CardSkeletons count={1} />;
  return <Drawn answer={data} alarm={alarm} type={type} from={from} to={to} />;
}

interface DrawnProps {
  answer: SeriesAnswer;
  alarm: Alarm;
  type: SensorType;
  from: number;
  to: number;
}

/** Epoch seconds of all points, from the first and the steps between them. */
const timesOf = (steps: readonly number[]): number[] => {
  let time = 0;
  return steps.map((step) => {
    time += step;
    return time;
  });
};

function Drawn({ answer, alarm, type, from, to }: DrawnProps) {
  const { bound } = alarm;
  const { t } = useTranslation();
  const language = useLanguage();
  const name = t(sensorNameKey(type));
  const series = useMemo((): ChartSeries[] => {
    const [line] = answer.series;
    if (line === undefined) return [];
    const stepMs = line.interval_s * 1000;
    const points = timesOf(line.times).map((time, i) => ({ time, value: line.values[i] ?? null }));
    const shown = points.filter(({ time }) => time * 1000 >= from && time * 1000 <= to);
    const maxStepS = line.interval_s * MISSED_INTERVALS;
    const columns = columnsOf(
      shown.map(({ time }) => time),
      shown.map(({ value }) => value),
      maxStepS,
    );
    const measured = { name, hue: 0, earlier: 0, stepMs, ...columns };
    if (bound === null) return [measured];
    const limit = t('alarm.panel.bound', { bound: formatReading(type, bound, language) });
    const flat = columnsOf([from / 1000, to / 1000], [bound, bound], Number.POSITIVE_INFINITY);
    return [measured, { name: limit, hue: 2, earlier: 0, stepMs: to - from, ...flat }];
  }, [answer, bound, from, to, name, type, t, language]);
  const bands = useMemo(() => ({ bounds: answer.bounds, ratings: ratingsOf(type) }), [answer, type]);
  const maintenance = useMemo(() => timeRangesOf(answer.maintenance), [answer]);
  return (
    <LineChart
      label={`${descriptionOf(alarm, language)} · ${name}`}
      place={meterPlaceOf(alarm)}
      {...{ series, bands, maintenance, from, to, timeZone: answer.time_zone }}
      unit={SENSOR_TYPE_INFO[type].unit}
      digits={shownDigits(type)}
      height={200}
      table={false}
    />
  );
}
