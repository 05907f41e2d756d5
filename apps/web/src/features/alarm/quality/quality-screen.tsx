import {
  ALARM_QUALITY_DAYS,
  ALARMS_AN_HOUR,
  ALARMS_IN_TEN_MINUTES,
  type AlarmQuality,
  CHATTERING_RETURNS,
  getAlarmQuality,
} from '@airdeck/contract/alarm/quality';
import Alert from '@mui/material/Alert';
import { keepPreviousData, type QueryKey } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { formatDate, viewerZone } from '../../../lib/format/date.ts';
import { formatDuration } from '../../../lib/format/duration.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { LongWait } from '../../../shared/long-question/long-wait.tsx';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Card, CardGrid, CardHeader, CardSkeletons } from '../../../ui/card/card.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { AlarmBars } from '../history/history-graph.tsx';
import styles from './quality.module.css';
import { DEFAULT_DAYS, type QualitySearch, qualitySearch } from './search.ts';
import { SubjectTable } from './subject-table.tsx';
import { VisitsCard } from './visits-card.tsx';

const REFRESH_MS = 60_000;
const HISTORY = '/current/error/history';

function useQualitySearch(): [QualitySearch, (part: QualitySearch) => void] {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => qualitySearch.parse(raw), [raw]);
  return [search, (part) => void navigate({ to: '.', search: (old: object) => ({ ...old, ...part }), replace: true })];
}

/** How good alarms are: whether people can keep up with them, and which of them to mend first. */
export function AlarmQualityScreen() {
  const { t } = useTranslation();
  const [search, change] = useQualitySearch();
  const { days = DEFAULT_DAYS, organizationId } = search;
  const query = {
    days,
    timeZone: viewerZone(),
    ...(organizationId !== undefined && { organizationId: String(organizationId) }),
  };
  const { query: asked, wait } = useLongQuery<AlarmQuality, ApiFailure, QueryKey>({
    queryKey: queryKey('alarms', 'quality', query),
    queryFn: ({ signal }) => call(getAlarmQuality, { query, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const { data, error, dataUpdatedAt, refetch } = asked;
  const title = t('alarm.quality.title');
  const retry = () => void refetch();
  return (
    <Page>
      <Breadcrumb items={[{ label: t('menu.item.errorHistory'), to: HISTORY }, { label: title }]} />
      <PageHeader
        title={title}
        subtitle={t('alarm.quality.subtitle')}
        actions={
          <SegmentedControl
            label={t('alarm.quality.period')}
            value={days}
            options={ALARM_QUALITY_DAYS.map((value) => ({
              value,
              label: t('alarm.quality.days', { count: Number(value) }),
            }))}
            onChange={(value) => change({ days: value === DEFAULT_DAYS ? undefined : value })}
          />
        }
      />
      {data === undefined ? (
        error === null ? (
          <LongWait wait={wait}>
            <CardSkeletons count={4} />
          </LongWait>
        ) : (
          <Card>
            <ErrorPanel error={error} onRetry={retry} />
          </Card>
        )
      ) : (
        <>
          {error === null ? null : <OldData since={dataUpdatedAt} onRetry={retry} />}
          <OrganizationFilter quality={data} value={organizationId} onChange={change} />
          <Figures quality={data} />
          <Card>
            <CardHeader title={t('alarm.quality.perDay')} />
            {data.alarms === 0 ? (
              <EmptyState text={t('alarm.noHistory')} />
            ) : (
              <AlarmBars buckets={data.per_day} timeZone={data.time_zone} unit="day" />
            )}
          </Card>
          <VisitsCard organizationId={organizationId} />
          <Lists quality={data} />
        </>
      )}
    </Page>
  );
}

interface PartProps {
  quality: AlarmQuality;
}

interface FilterProps extends PartProps {
  value: number | undefined;
  onChange: (part: QualitySearch) => void;
}

function OrganizationFilter({ quality: { organizations }, value, onChange }: FilterProps) {
  const { t } = useTranslation();
  if (organizations.length < 2) return null;
  return (
    <div className={styles.filter}>
      <SinglePicker
        label={t('alarm.quality.organization')}
        placeholder={t('alarm.quality.allOrganizations')}
        options={organizations.map(({ id, name }) => ({ id, label: name }))}
        value={value}
        onChange={(id) => onChange({ organizationId: id })}
      />
    </div>
  );
}

/** The figures, beside the values that the standards recommend. */
function Figures({ quality }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { worst_hour, worst_ten_minutes, floods, per_hour, acknowledge, clear, time_zone: timeZone } = quality;
  const when = (start: string) => formatDate(start, 'minute', { language, timeZone });
  const isBusy = (worst_hour?.count ?? 0) > ALARMS_AN_HOUR;
  const secondsText = (seconds: number | null) => (seconds === null ? '–' : formatDuration(seconds * 1000, language));
  return (
    <Card aria-label={t('alarm.quality.figures')}>
      <Alert severity={floods > 0 ? 'error' : isBusy ? 'warning' : 'success'}>
        {floods > 0
          ? t('alarm.quality.flooded', { count: floods, limit: ALARMS_IN_TEN_MINUTES })
          : t(isBusy ? 'alarm.quality.busy' : 'alarm.quality.fine', { limit: ALARMS_AN_HOUR })}
      </Alert>
      <div className={styles.figures}>
        <Figure label={t('alarm.quality.total')} value={t('common.number', { value: quality.alarms })}>
          {t('alarm.quality.perHour', { value: per_hour.toFixed(per_hour < 10 ? 1 : 0), limit: ALARMS_AN_HOUR })}
        </Figure>
        <Figure label={t('alarm.quality.worstHour')} value={String(worst_hour?.count ?? 0)}>
          {worst_hour === null ? null : when(worst_hour.start)}
        </Figure>
        <Figure label={t('alarm.quality.worstTen')} value={String(worst_ten_minutes?.count ?? 0)}>
          {worst_ten_minutes === null ? null : when(worst_ten_minutes.start)}
        </Figure>
        <Figure label={t('alarm.quality.acknowledge')} value={secondsText(acknowledge.median_s)}>
          {t('alarm.quality.of', { count: acknowledge.count })}
        </Figure>
        <Figure label={t('alarm.quality.clear')} value={secondsText(clear.median_s)}>
          {t('alarm.quality.of', { count: clear.count })}
        </Figure>
      </div>
      <p className={styles.source}>{t('alarm.quality.source', { hour: ALARMS_AN_HOUR, ten: ALARMS_IN_TEN_MINUTES })}</p>
    </Card>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: React.ReactNode }) {
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <Stat value={value} size="medium" caption={children} />
    </section>
  );
}

function Lists({ quality }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { frequent, chattering, lasting, lasting_count, sensors, time_zone: timeZone, from_day: from } = quality;
  const when = (instant: string) => formatDate(instant, 'minute', { language, timeZone });
  const number = (value: number) => t('common.number', { value });
  const last = t('alarm.quality.last');
  return (
    <>
      <Card>
        <CardHeader title={t('alarm.quality.frequent')} subtitle={t('alarm.quality.frequentText')} />
        <SubjectTable
          rows={frequent}
          from={from}
          empty={t('alarm.noHistory')}
          columns={[
            { label: t('alarm.quality.count'), isNumber: true, cell: ({ count }) => number(count) },
            { label: last, cell: ({ last_time }) => when(last_time) },
          ]}
        />
      </Card>
      <CardGrid min={440}>
        <Card>
          <CardHeader
            title={t('alarm.quality.chattering')}
            subtitle={t('alarm.quality.chatteringText', { count: CHATTERING_RETURNS })}
          />
          <SubjectTable
            rows={chattering}
            from={from}
            empty={t('alarm.quality.noChattering')}
            columns={[
              { label: t('alarm.quality.returns'), isNumber: true, cell: ({ returns }) => number(returns) },
              { label: t('alarm.quality.when'), cell: ({ start }) => when(start) },
            ]}
          />
        </Card>
        <Card>
          <CardHeader title={t('alarm.quality.sensors')} subtitle={t('alarm.quality.sensorsText')} />
          <SubjectTable
            rows={sensors}
            from={from}
            empty={t('alarm.quality.noSensors')}
            columns={[
              { label: t('alarm.quality.count'), isNumber: true, cell: ({ count }) => number(count) },
              {
                label: last,
                cell: ({ lasts, last_time }) => (lasts ? t('alarm.holding') : when(last_time)),
              },
            ]}
          />
        </Card>
      </CardGrid>
      <Card>
        <CardHeader
          title={t('alarm.quality.lasting', { count: lasting_count })}
          subtitle={t('alarm.quality.lastingText')}
        />
        <SubjectTable
          rows={lasting}
          from="any"
          empty={t('alarm.quality.noLasting')}
          columns={[
            { label: t('alarm.quality.since'), cell: ({ occured_time }) => when(occured_time) },
            {
              label: t('alarm.field.state'),
              cell: ({ ended_time }) => t(ended_time === null ? 'alarm.holding' : 'alarm.ended'),
            },
          ]}
        />
      </Card>
    </>
  );
}
