import type { AlarmHistoryCounts, SeverityCounts } from '@airdeck/contract/alarm/routes';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { BUCKET_UNITS, type BucketUnit } from '@airdeck/domain/bucket';
import { useTranslation } from 'react-i18next';
import { sumOf } from '../../../lib/alarm/counts.ts';
import { viewerToday } from '../../../lib/format/date.ts';
import { LongWait } from '../../../shared/long-question/long-wait.tsx';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { Card, CardHeader, CardSkeletons } from '../../../ui/card/card.tsx';
import { CountBars } from '../../../ui/count-bars/count-bars.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SeverityMark } from '../../../ui/severity/severity.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { SEVERITY_COLORS } from '../../../ui/theme/tokens.ts';
import { countsQuery, firstDayOf } from '../model/queries.ts';
import type { AlarmSearch, ChangeAlarmSearch } from '../model/search.ts';
import styles from './graph.module.css';

/** With an open beginning a graph goes back this far. */
const FIRST_DAY = '2024-01-01';

interface HistoryGraphProps {
  search: AlarmSearch;
  onChange: ChangeAlarmSearch;
}

/** How many alarms occurred, over time by severity, and on which devices. */
export function HistoryGraph({ search, onChange }: HistoryGraphProps) {
  const { t } = useTranslation();
  const unit = search.unit ?? 'day';
  const from = firstDayOf('history', search) ?? FIRST_DAY;
  const { query, wait } = useLongQuery(countsQuery(search, unit, from, search.endTime ?? viewerToday()));
  const { data, error, refetch } = query;
  const units = (
    <SegmentedControl
      label={t('alarm.graph.unit')}
      value={unit}
      options={BUCKET_UNITS.map((value) => ({ value, label: t(`admin.login.${value}`) }))}
      onChange={(next) => onChange({ unit: next === 'day' ? undefined : next })}
    />
  );
  return (
    <div className={styles.graphs}>
      <Card>
        <CardHeader title={t('alarm.graph.title')} actions={units} />
        {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined ? (
          error === null && (
            <LongWait wait={wait}>
              <CardSkeletons count={1} />
            </LongWait>
          )
        ) : (
          <LongWait wait={wait}>
            <AlarmBars buckets={data.buckets} timeZone={data.time_zone} unit={unit} />
          </LongWait>
        )}
      </Card>
      {data === undefined || data.devices.length === 0 ? null : (
        <Card>
          <CardHeader title={t('alarm.graph.perDevice')} />
          <Devices devices={data.devices} onChoose={(meterId) => onChange({ meterId, page: undefined })} />
        </Card>
      )}
    </div>
  );
}

/** Counts as a text, worst first: `Critical 1, Minor 3`. */
function useCountsText(): (counts: SeverityCounts) => string {
  const { t } = useTranslation();
  return (counts) =>
    SEVERITIES.filter((severity) => counts[severity] > 0)
      .map((severity) => `${t(`admin.choice.severity.${severity}`)} ${counts[severity]}`)
      .join(', ');
}

interface AlarmBarsProps {
  buckets: AlarmHistoryCounts['buckets'];
  timeZone: string;
  unit: BucketUnit;
}

/** A bar for each bucket of time, by severity. */
export function AlarmBars({ buckets, timeZone, unit }: AlarmBarsProps) {
  const { t } = useTranslation();
  const parts = SEVERITIES.map((severity) => ({
    key: severity,
    label: t(`admin.choice.severity.${severity}`),
    color: SEVERITY_COLORS[severity].line,
    mark: (
      <span data-severity={severity}>
        <SeverityMark severity={severity} size={13} />
      </span>
    ),
  }));
  return <CountBars buckets={buckets} parts={parts} timeZone={timeZone} unit={unit} empty={t('alarm.noHistory')} />;
}

function Stack({ counts, most }: { counts: SeverityCounts; most: number }) {
  return SEVERITIES.map((severity) =>
    counts[severity] === 0 ? null : (
      <i key={severity} data-severity={severity} style={{ flexBasis: `${(counts[severity] / most) * 100}%` }} />
    ),
  );
}

interface DevicesProps {
  devices: AlarmHistoryCounts['devices'];
  onChoose: (meterId: number) => void;
}

function Devices({ devices, onChoose }: DevicesProps) {
  const { t } = useTranslation();
  const countsText = useCountsText();
  const most = Math.max(1, ...devices.map(({ counts }) => sumOf(counts)));
  return (
    <ol className={styles.devices}>
      {devices.map(({ meter_id, meter_name, department_name, organization_name, counts }) => {
        const name = meter_name ?? t('alarm.graph.noDevice');
        return (
          <li key={`${meter_id} ${name}`}>
            {meter_id === null ? (
              <b>{name}</b>
            ) : (
              <button type="button" onClick={() => onChoose(meter_id)}>
                {name}
              </button>
            )}
            <small>{[organization_name, department_name].filter(Boolean).join(' · ')}</small>
            <span className={styles.row} title={countsText(counts)} role="img" aria-label={countsText(counts)}>
              <Stack counts={counts} most={most} />
            </span>
            <b className="num">{sumOf(counts)}</b>
          </li>
        );
      })}
    </ol>
  );
}
