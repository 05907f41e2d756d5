import { getLoginCounts } from '@airdeck/contract/record/routes';
import { BUCKET_UNITS, type BucketUnit } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { viewerToday } from '../../../lib/format/date.ts';
import { Card, CardSkeletons } from '../../../ui/card/card.tsx';
import { LineChart } from '../../../ui/chart/line/line-chart.tsx';
import { columnsOf } from '../../../ui/chart/model/chart-data.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { Days } from '../model/definition.ts';

/** Default number of days of the graph. */
const USUAL_DAYS = 30;
/** Buckets follow each other, so that a line has no gap. */
const NO_GAP_S = Number.POSITIVE_INFINITY;

/** Usual lengths of buckets. */
const STEP_MS: Readonly<Record<BucketUnit, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
};

/** How many came in and how many were refused, over time. */
export function LoginGraph({ days }: { days: Days }) {
  const { t } = useTranslation();
  const [unit, setUnit] = useState<BucketUnit>('day');
  const endTime = days.to ?? viewerToday();
  const startTime = days.from ?? addDays(endTime, -USUAL_DAYS);
  const { data, error, refetch } = useQuery(routeQuery(getLoginCounts, { query: { unit, startTime, endTime } }));
  const shown = useMemo(() => {
    if (data === undefined) return null;
    const times = data.buckets.map(({ start }) => Date.parse(start) / 1_000);
    const line = (name: string, values: number[], hue: number) => ({
      ...{ name, hue, earlier: 0, stepMs: STEP_MS[unit] },
      ...columnsOf(times, values, NO_GAP_S),
    });
    return {
      series: [
        line(
          t('admin.choice.result.OK'),
          data.buckets.map(({ logins }) => logins),
          0,
        ),
        line(
          t('admin.login.failures'),
          data.buckets.map(({ failures }) => failures),
          1,
        ),
      ],
      from: (times[0] ?? 0) * 1_000,
      to: (times.at(-1) ?? 0) * 1_000,
    };
  }, [data, t, unit]);
  return (
    <Card>
      <SegmentedControl
        label={t('admin.login.unit')}
        value={unit}
        options={BUCKET_UNITS.map((value) => ({ value, label: t(`admin.login.${value}`) }))}
        onChange={setUnit}
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {shown === null ? (
        error === null && <CardSkeletons count={1} />
      ) : (
        <LineChart label={t('admin.login.title')} {...shown} unit={t('admin.login.count')} digits={0} table={false} />
      )}
    </Card>
  );
}
