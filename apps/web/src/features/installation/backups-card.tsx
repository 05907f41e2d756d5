import { getInstallation, startRun } from '@airdeck/contract/installation/routes';
import type { BackupRun, Installation, RunKind } from '@airdeck/contract/installation/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { queriesOfRoute } from '../../lib/api/route-query.ts';
import { formatBytes } from '../../lib/format/bytes.ts';
import { formatDate } from '../../lib/format/date.ts';
import { formatDuration } from '../../lib/format/duration.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { Card, CardHeader } from '../../ui/card/card.tsx';
import { Fact, Facts } from '../../ui/stat.tsx';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import styles from './installation.module.css';
import { SettingsDialog } from './settings-dialog.tsx';

interface BackupsCardProps {
  installation: Installation;
}

/** Backups and restore drills: schedule, results, and buttons to start one now. */
export function BackupsCard({ installation }: BackupsCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [isOpen, setIsOpen] = useState(false);
  const { backups, settings, time_zone } = installation;
  const start = useMutation<BackupRun, Error, RunKind>({
    mutationFn: (kind) => call(startRun, { body: { kind } }),
    onSuccess: () => {
      void client.invalidateQueries(queriesOfRoute(getInstallation));
      enqueueSnackbar(t('installation.backups.started'), { variant: 'success' });
    },
  });
  const isBusy = (kind: RunKind): boolean =>
    (start.isPending && start.variables === kind) ||
    backups.runs.some((run) => run.kind === kind && (run.state === 'WAITING' || run.state === 'RUNNING'));
  const schedule = (days: number, next: string | null): string => {
    if (days === 0) return t('installation.backups.off');
    const every = t('installation.backups.every', { count: days, hour: settings.backup_hour });
    const time = next && formatDate(next, 'minute', { language, timeZone: time_zone });
    return time === null ? every : `${every}, ${t('installation.backups.next', { time })}`;
  };
  const actions = (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('installation.backups.settings')}</Button>
      <Button variant="outlined" loading={isBusy('DRILL')} onClick={() => start.mutate('DRILL')}>
        {t('installation.backups.drill')}
      </Button>
      <Button variant="contained" loading={isBusy('BACKUP')} onClick={() => start.mutate('BACKUP')}>
        {t('installation.backups.now')}
      </Button>
    </>
  );
  return (
    <Card aria-label={t('installation.backups.title')}>
      <CardHeader title={t('installation.backups.title')} subtitle={t('installation.backups.text')} actions={actions} />
      <FailureAlert error={start.error} />
      {settings.backup_every_days === 0 ? (
        <Alert className={styles.advice ?? ''} severity="warning">
          {t('installation.backups.offAdvice')}
        </Alert>
      ) : null}
      <Facts>
        <Fact label={t('installation.backups.folder')}>
          <span className={styles.path}>{backups.folder ?? '–'}</span>
        </Fact>
        <Fact label={t('installation.backups.schedule')}>
          {schedule(settings.backup_every_days, backups.next_backup_time)}
        </Fact>
        <Fact label={t('installation.backups.drills')}>
          {schedule(settings.drill_every_days, backups.next_drill_time)}
        </Fact>
        <Fact label={t('installation.backups.kept')}>{t('common.number', { value: settings.backups_kept })}</Fact>
      </Facts>
      {backups.runs.length === 0 ? (
        <p className={styles.muted}>{t('installation.backups.none')}</p>
      ) : (
        <Runs runs={backups.runs} timeZone={time_zone} />
      )}
      {isOpen ? <SettingsDialog installation={installation} onClose={() => setIsOpen(false)} /> : null}
    </Card>
  );
}

function Runs({ runs, timeZone }: { runs: readonly BackupRun[]; timeZone: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const took = ({ started_time, ended_time }: BackupRun): string =>
    started_time === null || ended_time === null
      ? '–'
      : formatDuration(Date.parse(ended_time) - Date.parse(started_time), language);
  return (
    <PlainTable
      rows={runs}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('installation.backups.what'),
          cell: ({ kind, scheduled }) => (
            <>
              {t(`installation.backups.kind.${kind}`)}
              <small>{t(`installation.backups.by.${scheduled ? 'schedule' : 'person'}`)}</small>
            </>
          ),
        },
        {
          label: t('installation.backups.result'),
          cell: ({ state, reason, rows, meters, detail }) => (
            <>
              <span className={styles.result} data-state={state}>
                {t(`installation.backups.state.${state}`)}
              </span>
              {reason === null ? null : <small>{t(`installation.backups.reason.${reason}`)}</small>}
              {rows === null || meters === null ? null : (
                <small>{t('installation.backups.checked', { rows, meters })}</small>
              )}
              {detail === null ? null : <small className={styles.path}>{detail}</small>}
            </>
          ),
        },
        {
          label: t('installation.backups.time'),
          cell: ({ started_time, requested_time }) =>
            formatDate(started_time ?? requested_time, 'minute', { language, timeZone }),
        },
        { label: t('installation.backups.took'), cell: took },
        {
          label: t('installation.backups.size'),
          isNumber: true,
          cell: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes, language)),
        },
        {
          label: t('installation.backups.file'),
          cell: ({ path, deleted }) => (
            <>
              <span className={styles.path}>{path ?? '–'}</span>
              {deleted ? <small>{t('installation.backups.deleted')}</small> : null}
            </>
          ),
        },
      ]}
    />
  );
}
