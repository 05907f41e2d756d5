import type { MeterSensors, SensorCard, SensorCourse } from '@airdeck/contract/monitoring/schema';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { ratingsOf } from '@airdeck/domain/rating';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownDigits } from '../../../lib/format/number.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { LineChart } from '../../../ui/chart/line/line-chart.tsx';
import { type ChartSeries, columnsOf } from '../../../ui/chart/model/chart-data.ts';
import { timeRangesOf } from '../../../ui/chart/model/time-range.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { useMonitoringSearch } from '../address/search.ts';
import { sensorCourseQuery } from '../api/queries.ts';
import { SLOT_MS } from '../live/merge.ts';
import { PastLink } from '../shared/links.tsx';
import { ForecastNote } from './forecast-note.tsx';
import { ReadingsTable } from './readings-table.tsx';
import styles from './sensor.module.css';

/** Shortest step of a course. With shorter ones a meter that reports every few seconds would show many gaps. */
const MINUTE_S = 60;

interface DayChartProps {
  meter: MeterSensors;
  sensor: SensorCard;
  name: string;
}

/** The chosen sensor's day as a chart, with the same day of last week, or as a list. */
export function DayChart({ meter, sensor, name }: DayChartProps) {
  const { t } = useTranslation();
  const [search, change] = useMonitoringSearch();
  const phone = useMediaQuery(PHONE);
  const query = useQuery(sensorCourseQuery(sensor.id));
  const show = search.show ?? 'graph';
  const height = phone ? 260 : 340;
  return (
    <Card aria-label={t('monitoring.course.today', { name })}>
      <CardHeader
        title={t('monitoring.course.today', { name })}
        subtitle={show === 'graph' ? t('monitoring.course.hint') : undefined}
        actions={
          <>
            <PastLink
              to="/current/current/sensorcur"
              search={{ meter: meter.id, sensor: sensor.id, view: 'graph', period: 'week' }}
            />
            <SegmentedControl
              label={t('monitoring.course.show')}
              value={show}
              options={[
                { value: 'graph', label: t('monitoring.course.graph') },
                { value: 'list', label: t('monitoring.course.list') },
              ]}
              onChange={(chosen) => change({ show: chosen === 'graph' ? undefined : chosen })}
            />
          </>
        }
      />
      {query.data === undefined ? (
        query.isError ? (
          <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton variant="rounded" height={height} className={styles.waiting ?? ''} />
        )
      ) : show === 'list' ? (
        <div className={styles.list}>
          <ReadingsTable sensor={sensor} course={query.data} timeZone={meter.time_zone} />
        </div>
      ) : (
        <CourseChart meter={meter} sensor={sensor} name={name} course={query.data} height={height} />
      )}
    </Card>
  );
}

interface CourseChartProps extends DayChartProps {
  course: SensorCourse;
  height: number;
}

function CourseChart({ meter, sensor: { type, bounds }, name, course, height }: CourseChartProps) {
  const { t } = useTranslation();
  const step = Math.max(MINUTE_S, meter.interval_s);
  const { today, week_ago, forecast } = course;
  const series = useMemo(
    (): ChartSeries[] => [
      ...[today, week_ago].map(({ times, values }, earlier) => ({
        name,
        hue: 0,
        earlier,
        stepMs: step * 1000,
        ...columnsOf(times, values, step * MISSED_INTERVALS),
      })),
      ...(forecast === null ? [] : [forecastSeries(forecast, t('monitoring.course.forecast'))]),
    ],
    [name, today, week_ago, forecast, step, t],
  );
  const periods = useMemo(() => [t('monitoring.week.today'), t('monitoring.course.weekAgo')], [t]);
  const bands = useMemo(() => ({ bounds, ratings: ratingsOf(type) }), [bounds, type]);
  const maintenance = useMemo(() => timeRangesOf(course.maintenance), [course.maintenance]);
  const chart = (
    <LineChart
      label={t('monitoring.course.today', { name })}
      place={meter.path.map(({ name: above }) => above).join(' › ')}
      series={series}
      periods={periods}
      unit={SENSOR_TYPE_INFO[type].unit}
      digits={shownDigits(type)}
      from={Date.parse(course.day_start)}
      to={Date.parse(course.day_end)}
      timeZone={meter.time_zone}
      bands={bands}
      maintenance={maintenance}
      height={height}
      empty={t('monitoring.course.empty')}
      table={false}
    />
  );
  if (forecast === null) return chart;
  return (
    <>
      <ForecastNote type={type} forecast={forecast} timeZone={meter.time_zone} />
      {chart}
    </>
  );
}

/** The forecast as a line of a colour of its own, with its band. */
const forecastSeries = (
  { times, values, low, high }: NonNullable<SensorCourse['forecast']>,
  name: string,
): ChartSeries => ({
  name,
  hue: 1,
  earlier: 0,
  stepMs: SLOT_MS,
  ...columnsOf(times, values, (SLOT_MS / 1000) * MISSED_INTERVALS),
  low: Float64Array.from(low),
  high: Float64Array.from(high),
});
