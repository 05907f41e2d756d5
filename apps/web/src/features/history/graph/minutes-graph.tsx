import type { BucketUnit } from '@airdeck/domain/bucket';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { preloadChart } from '../../../ui/chart/image/use-chart-canvas.ts';
import { StackChart } from '../../../ui/chart/stack/stack-chart.tsx';
import type { StackModel } from '../../../ui/chart/stack/stack-model.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ChoiceLegend } from './choice-legend.tsx';
import { GraphFrame } from './graph-frame.tsx';
import { type MinutesAnswer, minutesQuery } from './graph-queries.ts';
import { bucketsOfRows, STATE_MARKS, STATES, ticksOf } from './minutes-look.ts';
import { bucketAxis, timeFormOf } from './series-look.ts';
import { BUCKET_MS } from './series-points.ts';
import { type Choice, type ChoiceProps, useChoice } from './use-choice.ts';
import { useNames } from './use-names.ts';

const HEIGHT = 320;

interface MinutesGraphProps extends ChoiceProps {
  /** What a bar stands for. */
  unit: BucketUnit;
  /** First and last local day. */
  startTime: string;
  endTime: string;
}

/** How long up to three purifiers were in each state, bucket by bucket. Stable `ids`. */
export function MinutesGraph(props: MinutesGraphProps) {
  const { unit, startTime, endTime } = props;
  const choice = useChoice(props);
  const query = useQuery(minutesQuery({ ids: choice.shown, unit, startTime, endTime }));
  const nameOf = useNames('purifier', props.ids);
  const legend = choice.ids.length < 2 ? null : <ChoiceLegend choice={choice} nameOf={nameOf} colored={false} />;
  // Both are on the way at once.
  useEffect(preloadChart, []);
  return (
    <GraphFrame query={query} height={HEIGHT} legend={legend}>
      {(answer) => <MinutesChart {...{ answer, choice, nameOf, legend }} />}
    </GraphFrame>
  );
}

interface MinutesChartProps {
  answer: MinutesAnswer;
  choice: Choice;
  nameOf: (id: number) => string;
  legend: React.ReactNode;
}

function MinutesChart({ answer, choice, nameOf, legend }: MinutesChartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { shown } = choice;
  const model = useMemo((): StackModel | null => {
    const { rows, unit, startTime, endTime } = answer;
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
      whole: bucketAxis(unit, startTime, endTime, timeZone),
      period: { from: startOfLocalDay(startTime, timeZone), to: startOfLocalDay(addDays(endTime, 1), timeZone) },
    };
  }, [answer, shown, nameOf, language, t]);
  if (model === null || model.panels.length === 0) {
    return (
      <>
        {legend}
        <EmptyState text={t('common.empty.chart')} />
      </>
    );
  }
  return <StackChart label={t('chart.minutes')} model={model} panelHead={t('chart.purifier')} legend={legend} />;
}
