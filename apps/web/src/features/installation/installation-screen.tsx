import { getInstallation } from '@airdeck/contract/installation/routes';
import type { Installation } from '@airdeck/contract/installation/schema';
import { DAY_MS } from '@airdeck/domain/duration';
import { doClocksDeviate, isMachineClockOff, MAX_LAG_MS } from '@airdeck/domain/installation';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../lib/api/route-query.ts';
import { formatBytes } from '../../lib/format/bytes.ts';
import { formatDate } from '../../lib/format/date.ts';
import { formatDuration } from '../../lib/format/duration.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { Card, CardGrid, CardHeader, CardSkeletons } from '../../ui/card/card.tsx';
import { Page, PageHeader } from '../../ui/page/page.tsx';
import { Fact, Facts } from '../../ui/stat.tsx';
import { OldData } from '../../ui/state/old-data.tsx';
import { ErrorPanel } from '../../ui/state/state-panels.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { BackupsCard } from './backups-card.tsx';
import styles from './installation.module.css';

const REFRESH_MS = 10_000;

/** The state of the servers, for those who operate them. */
export function InstallationScreen() {
  const { t } = useTranslation();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...routeQuery(getInstallation, {}),
    refetchInterval: REFRESH_MS,
  });
  const retry = () => void refetch();
  return (
    <Page>
      <PageHeader title={t('installation.title')} subtitle={t('installation.text')} />
      {data === undefined ? (
        error === null ? (
          <CardSkeletons count={6} />
        ) : (
          <Card>
            <ErrorPanel error={error} onRetry={retry} />
          </Card>
        )
      ) : (
        <>
          {error === null ? null : <OldData since={dataUpdatedAt} onRetry={retry} />}
          <CardGrid min={420}>
            <HealthCard installation={data} />
            <TasksCard installation={data} />
            <DiskCard installation={data} />
            <ClockCard installation={data} />
          </CardGrid>
          {data.standbys.length === 0 ? null : <StandbysCard installation={data} />}
          <CertificatesCard installation={data} />
          <BackupsCard installation={data} />
        </>
      )}
    </Page>
  );
}

interface PartProps {
  installation: Installation;
}

function HealthCard({ installation }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { version, server_time, time_zone, problems, processes, different_keys } = installation;
  const names: Readonly<Record<string, string>> = t('installation.health.name', { returnObjects: true });
  const now = Date.parse(server_time);
  return (
    <Card aria-label={t('installation.health.title')}>
      <CardHeader title={t('installation.health.title')} />
      {problems.length === 0 ? (
        <Alert className={styles.advice ?? ''} severity="success">
          {t('installation.health.fine')}
        </Alert>
      ) : (
        <Alert className={styles.advice ?? ''} severity="error">
          {problems.map((problem) => t(`installation.health.problem.${problem}`)).join(', ')}
        </Alert>
      )}
      {different_keys.length === 0 ? null : (
        <Alert className={styles.advice ?? ''} severity="error">
          {t('installation.health.differentKeys', { keys: different_keys.join(', ') })}
        </Alert>
      )}
      <Facts>
        <Fact label={t('installation.health.version')}>{version}</Fact>
        <Fact label={t('installation.health.serverTime')}>
          {formatDate(server_time, 'dateTime', { language, timeZone: time_zone })}
        </Fact>
      </Facts>
      <PlainTable
        rows={processes}
        // Several machines may run the same role.
        keyOf={(_, place) => place}
        columns={[
          {
            label: t('installation.health.role'),
            cell: ({ role, machine }) => (
              <>
                {names[role] ?? role}
                {machine === null ? null : <small>{machine}</small>}
              </>
            ),
          },
          {
            label: t('installation.health.since'),
            cell: ({ started_time }) =>
              started_time === null ? '–' : formatDuration(now - Date.parse(started_time), language),
          },
          {
            label: t('installation.health.state'),
            cell: ({ problems: own, version: running }) => (
              <>
                {own.length === 0
                  ? t('installation.health.running')
                  : own.map((problem) => t(`installation.health.problem.${problem}`)).join(', ')}
                {running === null || running === version ? null : (
                  <small>{t('installation.health.other', { version: running })}</small>
                )}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

function TasksCard({ installation: { tasks, time_zone } }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const lagText = (lag: number | null): string => {
    if (lag === null) return t('installation.tasks.unknown');
    return lag === 0 ? t('installation.tasks.none') : formatDuration(lag * 1_000, language);
  };
  return (
    <Card aria-label={t('installation.tasks.title')}>
      <CardHeader title={t('installation.tasks.title')} subtitle={t('installation.tasks.text')} />
      <PlainTable
        rows={tasks}
        keyOf={({ name }) => name}
        columns={[
          {
            label: t('installation.tasks.task'),
            cell: ({ name, done_time }) => (
              <>
                {t(`installation.tasks.name.${name}`)}
                {done_time === null ? null : (
                  <small>
                    {t('installation.tasks.done')} {formatDate(done_time, 'minute', { language, timeZone: time_zone })}
                  </small>
                )}
              </>
            ),
          },
          {
            label: t('installation.tasks.count'),
            isNumber: true,
            cell: ({ count }) => (count === null ? '–' : t('common.number', { value: count })),
          },
          {
            label: t('installation.tasks.lag'),
            cell: ({ name, lag_s }) => (
              <span className={styles.result} data-state={isLate(name, lag_s) ? 'FAILED' : 'DONE'}>
                {lagText(lag_s)}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** Whether the delay of a task raises an alarm; the feed has an alarm of its own. */
const isLate = (name: string, lag: number | null): boolean => {
  const limits: Readonly<Record<string, number>> = { ...MAX_LAG_MS, FEED: 60_000 };
  return lag !== null && lag * 1_000 > (limits[name] ?? Number.POSITIVE_INFINITY);
};

function DiskCard({ installation: { disk, settings } }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { free_bytes, database_bytes, growth_bytes, days_left, measured_time } = disk;
  const size = (bytes: number | null): string => (bytes === null ? '–' : formatBytes(bytes, language));
  const forecast = (): string => {
    if (measured_time !== null && free_bytes === null) return t('installation.disk.elsewhere');
    if (growth_bytes === null) return t('installation.disk.unknown');
    return days_left === null
      ? t('installation.disk.stable')
      : t('installation.disk.left', { count: Math.floor(days_left) });
  };
  const isShort = days_left !== null && days_left < settings.disk_days;
  return (
    <Card aria-label={t('installation.disk.title')}>
      <CardHeader title={t('installation.disk.title')} />
      {isShort ? (
        <Alert className={styles.advice ?? ''} severity="warning">
          {forecast()}
        </Alert>
      ) : (
        <p className={growth_bytes === null ? styles.muted : styles.value}>{forecast()}</p>
      )}
      <Facts>
        <Fact label={t('installation.disk.free')}>{size(free_bytes)}</Fact>
        <Fact label={t('installation.disk.database')}>{size(database_bytes)}</Fact>
        <Fact label={t('installation.disk.growth')}>
          {size(growth_bytes === null ? null : Math.max(0, growth_bytes))}
        </Fact>
      </Facts>
    </Card>
  );
}

function ClockCard({ installation: { clock, processes } }: PartProps) {
  const { t } = useTranslation();
  /** Seconds by machine, which may run several processes. */
  const off = new Map(
    processes.flatMap(({ machine, clock_offset_s }) =>
      machine !== null && clock_offset_s !== null && isMachineClockOff(clock_offset_s * 1_000)
        ? [[machine, clock_offset_s] as const]
        : [],
    ),
  );
  const advice = () => {
    if (clock === null) return <p className={styles.muted}>{t('installation.clock.none')}</p>;
    const { devices, deviating, offset_ms: offsetMs } = clock;
    if (clock.server_off)
      return (
        <Alert className={styles.advice ?? ''} severity="error">
          {t('installation.clock.serverOff')}
        </Alert>
      );
    if (doClocksDeviate({ devices, deviating, offsetMs })) {
      return (
        <Alert className={styles.advice ?? ''} severity="warning">
          {t('installation.clock.devicesOff')}
        </Alert>
      );
    }
    return (
      <Alert className={styles.advice ?? ''} severity="success">
        {t('installation.clock.fine')}
      </Alert>
    );
  };
  return (
    <Card aria-label={t('installation.clock.title')}>
      <CardHeader title={t('installation.clock.title')} />
      {[...off].map(([machine, offset]) => (
        <Alert key={machine} className={styles.advice ?? ''} severity="error">
          {t('installation.clock.machineOff', { machine, value: Math.round(offset) })}
        </Alert>
      ))}
      {off.size > 0 && clock === null ? null : advice()}
      {clock === null ? null : (
        <Facts>
          <Fact label={t('installation.clock.offset')}>
            {t('installation.clock.seconds', { value: Math.round(clock.offset_ms / 100) / 10 })}
          </Fact>
          <Fact label={t('installation.clock.deviating')}>
            {t('installation.clock.ofDevices', { deviating: clock.deviating, devices: clock.devices })}
          </Fact>
        </Facts>
      )}
    </Card>
  );
}

function StandbysCard({ installation: { standbys, time_zone } }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Card aria-label={t('installation.standbys.title')}>
      <CardHeader title={t('installation.standbys.title')} subtitle={t('installation.standbys.text')} />
      {standbys.every(({ gone }) => gone) ? (
        <Alert className={styles.advice ?? ''} severity="error">
          {t('installation.standbys.alone')}
        </Alert>
      ) : null}
      <PlainTable
        rows={standbys}
        keyOf={({ name }) => name}
        columns={[
          { label: t('installation.standbys.name'), cell: ({ name }) => name },
          {
            label: t('installation.standbys.state'),
            cell: ({ gone }) => (
              <span className={styles.result} data-state={gone ? 'FAILED' : 'DONE'}>
                {t(gone ? 'installation.standbys.gone' : 'installation.standbys.following')}
              </span>
            ),
          },
          {
            label: t('installation.standbys.lag'),
            isNumber: true,
            cell: ({ gone, lag_s }) =>
              gone || lag_s === null ? '–' : t('installation.standbys.seconds', { value: Math.round(lag_s * 10) / 10 }),
          },
          {
            label: t('installation.standbys.seen'),
            cell: ({ seen_time }) => formatDate(seen_time, 'minute', { language, timeZone: time_zone }),
          },
        ]}
      />
    </Card>
  );
}

function CertificatesCard({ installation }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { certificates, server_time, time_zone, settings } = installation;
  const names: Readonly<Record<string, string>> = t('installation.certificates.name', { returnObjects: true });
  const daysLeft = (expires: string): number => Math.floor((Date.parse(expires) - Date.parse(server_time)) / DAY_MS);
  return (
    <Card aria-label={t('installation.certificates.title')}>
      <CardHeader title={t('installation.certificates.title')} subtitle={t('installation.certificates.text')} />
      {certificates.length === 0 ? (
        <p className={styles.muted}>{t('installation.certificates.none')}</p>
      ) : (
        <PlainTable
          rows={certificates}
          // Several machines may use the same certificate.
          keyOf={(_, place) => place}
          columns={[
            {
              label: t('installation.certificates.use'),
              cell: ({ role, fault }) => (
                <>
                  {names[role] ?? role}
                  {fault === null ? null : (
                    <Alert className={styles.advice ?? ''} severity="warning">
                      {t('installation.certificates.fault', { reason: fault })}
                    </Alert>
                  )}
                </>
              ),
            },
            {
              label: t('installation.certificates.names'),
              cell: ({ names: own }) => <span className={styles.path}>{own}</span>,
            },
            {
              label: t('installation.certificates.expires'),
              cell: ({ expires_time }) => {
                const days = daysLeft(expires_time);
                return (
                  <>
                    {formatDate(expires_time, 'date', { language, timeZone: time_zone })}{' '}
                    <span className={styles.result} data-state={days < settings.certificate_days ? 'FAILED' : 'DONE'}>
                      {days < 0
                        ? t('installation.certificates.expired')
                        : t('installation.certificates.left', { count: days })}
                    </span>
                  </>
                );
              },
            },
          ]}
        />
      )}
    </Card>
  );
}
