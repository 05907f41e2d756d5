import type { PurifierMinutes } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { SHOWN_WORK_MODES } from '@airdeck/domain/purifier-state';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '../../../lib/clock.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { preloadChart } from '../../../ui/chart/image/use-chart-canvas.ts';
import type { FillMark } from '../../../ui/chart/model/mark.ts';
import { StackChart } from '../../../ui/chart/stack/stack-chart.tsx';
import type { StackModel } from '../../../ui/chart/stack/stack-model.ts';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { COLORS, STATE_COLORS, TONES } from '../../../ui/theme/tokens.ts';
import { type MinutesAnswer, minutesQuery } from '../api/series.ts';
import type { DayRange } from '../model/day-range.ts';
import styles from './graph.module.css';
import { GraphFrame } from './graph-frame.tsx';
import { useNames, usePlaces } from './names.ts';
import { SelectableLegend } from './selectable-legend.tsx';
import { BUCKET_MS, bucketAxisRange, timeFormOf } from './series-model.ts';
import { type ShownSeries, type ShownSeriesProps, useShownSeries } from './shown-series.ts';

/** The parts of a bucket, from the bottom up. */
export const STATES = [...SHOWN_WORK_MODES, 'unknown'] as const;
type State = (typeof STATES)[number];

const RISING = 'M-2,2L2,-2M0,8L8,0M6,10L10,6';

/** Colour and pattern of each state; the patterns differ without colours too. */
export const STATE_MARKS: Record<State, FillMark> = {
  AUTO: { kind: 'fill', color: COLORS.primary },
  MANUAL: { kind: 'fill', color: STATE_COLORS.manual, pattern: { path: 'M0,2H8M0,6H8', ink: COLORS.primary } },
  STOP: { kind: 'fill', color: STATE_COLORS.stop },
  OFF: { kind: 'fill', color: STATE_COLORS.off, pattern: { path: 'M2,2h.1M6,6h.1', ink: STATE_COLORS.offInk } },
  TROUBLE: { kind: 'fill', color: TONES[5].line, pattern: { path: 'M0,0L8,8M0,8L8,0', ink: COLORS['on-color'] } },
  unknown: { kind: 'fill', color: COLORS.surface, pattern: { path: RISING, ink: STATE_COLORS.unknownInk } },
};

/** Marks beside a bar: minutes of an hour, hours of a day, percents of months and years. */
export function ticksOf(unit: BucketUnit, minute: string, hour: string): { share: number; text: string }[] {
  const whole = unit === 'hour' ? 60 : unit === 'day' ? 24 : 100;
  const name = unit === 'hour' ? minute : unit === 'day' ? hour : '%';
  return [0, 0.25, 0.5, 0.75, 1].map((share) => ({ share, text: share === 0 ? '0' : `${share * whole} ${name}` }));
}

type Buckets = Pick<StackModel, 'starts' | 'lengths'> & { parts: Map<number, Float64Array[]> };

/** Rows as columns: every bucket that any purifier has, and for each purifier the ms in each state. */
export function bucketsOfRows(rows: readonly PurifierMinutes[]): Buckets {
  const ends = new Map(rows.map(({ start, end }) => [Date.parse(start), Date.parse(end)]));
  const starts = Float64Array.from(ends.keys()).sort();
  const lengths = starts.map((start) => (ends.get(start) ?? start) - start);
  const indexes = new Map(Array.from(starts, (start, i) => [start, i]));
  const parts = new Map<number, Float64Array[]>();
  for (const { purifier_id, start, minutes, unknown } of rows) {
    const columns = parts.get(purifier_id) ?? STATES.map(() => new Float64Array(starts.length).fill(Number.NaN));
    parts.set(purifier_id, columns);
    const index = indexes.get(Date.parse(start)) ?? -1;
    for (const [i, state] of STATES.entries()) {
      const column = columns[i];
      if (column !== undefined) column[index] = (state === 'unknown' ? unknown : minutes[state]) * MINUTE_MS;
    }
  }
  return { starts, lengths, parts };
}

const HEIGHT = 320;

interface MinutesGraphProps extends ShownSeriesProps {
  /** The bucket of a bar. */
  unit: BucketUnit;
  range: DayRange;
  /** Chooses from many, beside the legend of those that are shown. */
  picker?: React.ReactNode;
  /** Shown when nothing was reported, in place of a text. */
  nothing?: React.ReactNode;
}

/** Time of up to three purifiers in each state, by buckets. Stable `ids`. */
export function MinutesGraph(props: MinutesGraphProps) {
  const { unit, range } = props;
  const shownSeries = useShownSeries(props);
  const long = useLongQuery(minutesQuery({ ids: shownSeries.shown, unit, range }));
  const nameOf = useNames('purifier', props.ids);
  const legend =
    shownSeries.ids.length < 2 ? null : (
      <div className={styles.legend}>
        {props.picker}
        <SelectableLegend shownSeries={shownSeries} nameOf={nameOf} colored={false} />
      </div>
    );
  // The chart's code loads while the data does.
  useEffect(preloadChart, []);
  return (
    <GraphFrame {...long} height={HEIGHT} legend={legend}>
      {(answer) => <MinutesChart {...{ answer, shownSeries, nameOf, legend }} nothing={props.nothing} />}
    </GraphFrame>
  );
}

interface MinutesChartProps {
  answer: MinutesAnswer;
  shownSeries: ShownSeries;
  nameOf: (id: number) => string;
  legend: React.ReactNode;
  nothing: React.ReactNode;
}

function MinutesChart({ answer, shownSeries, nameOf, legend, nothing }: MinutesChartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { shown } = shownSeries;
  const place = usePlaces('purifier', shown);
  const model = useMemo((): StackModel | null => {
    const { rows, unit, range } = answer;
    const timeZone = rows[0]?.time_zone;
    if (timeZone === undefined) return null;
    const { starts, lengths, parts } = bucketsOfRows(rows);
    return {
      ...{ starts, lengths, language, timeZone, timeForm: timeFormOf(unit, 0), stepMs: BUCKET_MS[unit] },
      parts: STATES.map((state) => ({
        name: state === 'unknown' ? t('monitoring.purifier.unknown') : t(`monitoring.purifier.mode.${state}`),
        mark: STATE_MARKS[state],
      })),
      panels: shown.flatMap((id) => {
        const columns = parts.get(id);
        return columns === undefined ? [] : { name: nameOf(id), parts: columns };
      }),
      ticks: ticksOf(unit, t('chart.minute'), t('chart.hour')),
      whole: bucketAxisRange(unit, range, timeZone),
      period: { from: startOfLocalDay(range.from, timeZone), to: startOfLocalDay(addDays(range.to, 1), timeZone) },
    };
  }, [answer, shown, nameOf, language, t]);
  if (model === null || model.panels.length === 0) {
    return (
      <>
        {nothing ?? <EmptyState text={t('common.empty.chart')} />}
        {legend}
      </>
    );
  }
  return (
    <StackChart
      label={t('chart.minutes')}
      place={place}
      model={model}
      panelHead={t('chart.purifier')}
      choice={legend}
    />
  );
}
