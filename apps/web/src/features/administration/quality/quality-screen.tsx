import { allowBackfill, getMeterQuality, type MeterQuality } from '@airdeck/contract/device/quality';
import { DAY_MS } from '@airdeck/domain/duration';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Card, CardHeader, CardSkeletons } from '../../../ui/card/card.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Fact, Facts } from '../../../ui/stat.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { DayBars } from './day-bars.tsx';
import styles from './quality.module.css';

const REFRESH_MS = 60_000;
const MEASURING = '/management/setting/measuring';

/** How good a meter's data is, and what to do where it is not. */
export function QualityScreen({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...routeQuery(getMeterQuality, { params: { id } }),
    refetchInterval: REFRESH_MS,
  });
  const title = t('device.quality.title');
  const crumbs = [{ label: t('menu.item.measuring'), to: MEASURING }, { label: data?.meter.name ?? title }];
  const retry = () => void refetch();
  return (
    <Page>
      <Breadcrumb items={crumbs} />
      <PageHeader
        title={data === undefined ? title : `${data.meter.name} · ${title}`}
        subtitle={data === undefined ? undefined : placeOf(data.meter)}
      />
      {data === undefined ? (
        error === null ? (
          <CardSkeletons count={4} />
        ) : (
          <Card>
            <ErrorPanel error={error} onRetry={retry} />
          </Card>
        )
      ) : (
        <>
          {error === null ? null : <OldData since={dataUpdatedAt} onRetry={retry} />}
          <Presence quality={data} />
          <Card>
            <CardHeader
              title={t('device.quality.days')}
              subtitle={t('device.quality.daysText', { zone: data.meter.time_zone })}
            />
            <DayBars days={data.days} />
          </Card>
          <Rejections quality={data} />
          <Clock quality={data} />
          <Waiting quality={data} />
        </>
      )}
    </Page>
  );
}

const placeOf = ({ organization_name, office_name, department_name, code }: MeterQuality['meter']): string =>
  [organization_name, office_name, department_name, code].join(' · ');

interface PartProps {
  quality: MeterQuality;
}

/** An instant on the clock of the meter's organization. */
function useTime({ meter: { time_zone } }: MeterQuality): (instant: string) => string {
  const language = useLanguage();
  return (instant) => formatDate(instant, 'dateTime', { language, timeZone: time_zone });
}

function Presence({ quality }: PartProps) {
  const { t } = useTranslation();
  const time = useTime(quality);
  const { meter, last_seen_time, silent, status } = quality;
  const advice = () => {
    if (meter.use === 'N') return <Alert severity="info">{t('device.quality.unused')}</Alert>;
    if (silent) return <Alert severity="warning">{t('device.quality.silent')}</Alert>;
    return <Alert severity="success">{t('device.quality.fine')}</Alert>;
  };
  return (
    <Card aria-label={t('device.quality.lastSeen')}>
      {advice()}
      <Facts>
        <Fact label={t('device.quality.lastSeen')}>
          {last_seen_time === null ? (
            t('device.quality.never')
          ) : (
            <>
              <RelativeTime time={last_seen_time} timeZone={meter.time_zone} /> ({time(last_seen_time)})
            </>
          )}
        </Fact>
        <Fact label={t('device.quality.interval')}>{t('device.quality.seconds', { count: meter.interval_s })}</Fact>
        <Fact label={t('device.quality.status')}>
          {status === null
            ? t('device.quality.unsaid')
            : `${t(`device.quality.${status.status}`)} (${time(status.changed_time)})`}
        </Fact>
      </Facts>
    </Card>
  );
}

function Rejections({ quality }: PartProps) {
  const { t } = useTranslation();
  const time = useTime(quality);
  const { rejections } = quality;
  return (
    <Card>
      <CardHeader title={t('device.quality.rejections')} />
      {rejections.length === 0 ? (
        <p className={styles.good}>{t('device.quality.noRejections')}</p>
      ) : (
        <PlainTable
          rows={rejections}
          keyOf={({ key, reason }) => `${key} ${reason}`}
          columns={[
            { label: t('device.quality.reason'), cell: ({ reason }) => <Reason reason={reason} /> },
            { label: t('device.quality.key'), cell: ({ key }) => (key === '' ? t('device.quality.whole') : key) },
            {
              label: t('device.quality.count'),
              isNumber: true,
              cell: ({ count }) => t('common.number', { value: count }),
            },
            { label: t('device.quality.last'), cell: ({ last_time }) => time(last_time) },
            {
              label: t('device.quality.sample'),
              cell: ({ sample }) => <code className={styles.sample}>{sample}</code>,
            },
          ]}
        />
      )}
    </Card>
  );
}

function Clock({ quality }: PartProps) {
  const { t } = useTranslation();
  const time = useTime(quality);
  const { clock_errors } = quality;
  return (
    <Card>
      <CardHeader title={t('device.quality.clock')} />
      {clock_errors.length === 0 ? (
        <p className={styles.good}>{t('device.quality.clockFine')}</p>
      ) : (
        <>
          <Alert severity="warning">{t('device.quality.clockText')}</Alert>
          <PlainTable
            // Rows of one answer may be alike.
            rows={clock_errors}
            keyOf={(_, place) => place}
            columns={[
              { label: t('device.quality.reason'), cell: ({ reason }) => <Reason reason={reason} /> },
              {
                label: t('device.quality.measured'),
                cell: ({ measured_time }) =>
                  measured_time === null ? t('device.quality.unreadable') : time(measured_time),
              },
              { label: t('device.quality.received'), cell: ({ received_time }) => time(received_time) },
            ]}
          />
        </>
      )}
    </Card>
  );
}

/** Days for which an administrator allows old readings at once. */
const ALLOWED_DAYS = 7;

/** Whether readings of any age are taken, and the button of an administrator. */
function Backfill({ quality }: PartProps) {
  const { t } = useTranslation();
  const time = useTime(quality);
  const client = useQueryClient();
  const { meter, waiting, backfill_until, backfilled } = quality;
  const allow = useMutation({
    mutationFn: (until: string | null) => call(allowBackfill, { params: { id: String(meter.id) }, body: { until } }),
    onSuccess: () => client.invalidateQueries(routeQuery(getMeterQuality, { params: { id: meter.id } })),
  });
  const isAllowed = backfill_until !== null && Date.parse(backfill_until) > Date.now();
  const isWaiting = waiting.some(({ reason }) => reason === 'OLD');
  const mayWrite = mayUser(useStore(sessionStore)?.user, 'write', 'meters');
  return (
    <>
      {allow.error === null ? null : <ErrorPanel error={allow.error} />}
      {backfilled === null ? null : (
        <p>{t('device.quality.backfilled', { count: backfilled.days, from: backfilled.from, to: backfilled.to })}</p>
      )}
      {isAllowed ? (
        <Alert
          severity="info"
          action={
            mayWrite ? (
              <Button size="small" disabled={allow.isPending} onClick={() => allow.mutate(null)}>
                {t('device.quality.endAllowed')}
              </Button>
            ) : undefined
          }
        >
          {t('device.quality.allowedUntil', { time: time(backfill_until) })}
        </Alert>
      ) : isWaiting && mayWrite ? (
        <Alert
          severity="warning"
          action={
            <Button
              size="small"
              disabled={allow.isPending}
              onClick={() => allow.mutate(new Date(Date.now() + ALLOWED_DAYS * DAY_MS).toISOString())}
            >
              {t('device.quality.allow')}
            </Button>
          }
        >
          {t('device.quality.allowText')}
        </Alert>
      ) : null}
    </>
  );
}

function Waiting({ quality }: PartProps) {
  const { t } = useTranslation();
  const time = useTime(quality);
  const { waiting } = quality;
  return (
    <Card>
      <CardHeader title={t('device.quality.waiting')} subtitle={t('device.quality.waitingText')} />
      <Backfill quality={quality} />
      {waiting.length === 0 ? (
        <p className={styles.good}>{t('device.quality.noWaiting')}</p>
      ) : (
        <ul className={styles.waiting}>
          {waiting.map(({ reason, count, first_received_time, last_received_time }) => (
            <li key={reason}>
              <b>
                {t(`device.quality.why.${reason}.what`)} {t('common.number', { value: count })}
              </b>
              <span>
                {time(first_received_time)} – {time(last_received_time)}
              </span>
              <small>{t(`device.quality.why.${reason}.todo`)}</small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Why values were rejected, and what to do. */
function Reason({ reason }: { reason: (MeterQuality['rejections'] | MeterQuality['clock_errors'])[number]['reason'] }) {
  const { t } = useTranslation();
  return (
    <>
      <b>{t(`device.quality.why.${reason}.what`)}</b>
      <small>{t(`device.quality.why.${reason}.todo`)}</small>
    </>
  );
}
