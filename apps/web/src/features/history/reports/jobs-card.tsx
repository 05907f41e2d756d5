import {
  cancelReport,
  getReportFile,
  listReports,
  type Report,
  type ReportFormat,
  type ReportKind,
} from '@airdeck/contract/report/report';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, download } from '../../../lib/api/call.ts';
import { queriesOfRoute, routeQuery } from '../../../lib/api/route-query.ts';
import { formatDate, viewerZone } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import styles from './reports.module.css';

/** How often a list with reports in progress is loaded again. */
const BUSY_MS = 2_000;

const isOpen = ({ state }: Report): boolean => state === 'WAITING' || state === 'RUNNING';

/** The reports of an office that were requested, with their progress and files. */
export function JobsCard({ office, kind }: { office: number; kind: ReportKind }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery({
    ...routeQuery(listReports, { query: { officeId: String(office), kind } }),
    refetchInterval: ({ state }) => (state.data?.reports.some(isOpen) ? BUSY_MS : false),
  });
  const rows = data?.reports ?? [];
  return (
    <Card aria-label={t('airReport.jobs.title')}>
      <CardHeader title={t('airReport.jobs.title')} />
      {rows.length === 0 ? (
        <p className={styles.muted}>{t('airReport.jobs.none')}</p>
      ) : (
        <div className={styles.table}>
          <PlainTable
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                label: t('airReport.jobs.period'),
                cell: ({ period, report_language }) => (
                  <>
                    {period}
                    <small>{t(`airReport.languages.${report_language}`)}</small>
                  </>
                ),
              },
              { label: t('airReport.jobs.state'), cell: (row) => <JobState row={row} /> },
              {
                label: t('airReport.jobs.time'),
                cell: ({ requested_time, scheduled }) => (
                  <>
                    {formatDate(requested_time, 'minute', { language, timeZone: viewerZone() })}
                    {scheduled ? <small>{t('airReport.jobs.scheduled')}</small> : null}
                  </>
                ),
              },
              { label: t('airReport.jobs.files'), cell: (row) => <JobButtons row={row} /> },
            ]}
          />
        </div>
      )}
    </Card>
  );
}

function JobState({ row }: { row: Report }) {
  const { t } = useTranslation();
  const { sent, waiting, failed } = row.mails;
  return (
    <>
      {t(`airReport.jobs.states.${row.state}`)}
      {row.state === 'RUNNING' ? ` ${t('airReport.jobs.progress', { percent: row.progress })}` : ''}
      {row.reason === null ? null : <small>{t(`airReport.jobs.reason.${row.reason}`)}</small>}
      {sent + waiting + failed === 0 ? null : (
        <small>
          {[
            t('airReport.jobs.mails', { sent }),
            ...(waiting === 0 ? [] : [t('airReport.jobs.mailsWaiting', { count: waiting })]),
            ...(failed === 0 ? [] : [t('airReport.jobs.mailsFailed', { count: failed })]),
          ].join(t('common.separator'))}
        </small>
      )}
    </>
  );
}

/** Downloads the files of a report, and cancels one that is not done. */
function JobButtons({ row }: { row: Report }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const cancel = useMutation<Report, Error>({
    mutationFn: () => call(cancelReport, { params: { id: String(row.id) } }),
    onSettled: () => client.invalidateQueries(queriesOfRoute(listReports)),
  });
  const save = useMutation<void, Error, ReportFormat>({
    mutationFn: async (format) => {
      const file = await download(getReportFile, { params: { id: String(row.id) }, query: { format } });
      saveFile(file, `${row.office_name} ${row.period}.${format}`);
    },
  });
  const mayCancel = isOpen(row) && mayUser(sessionStore.get()?.user, 'create', 'reports');
  return (
    <>
      <FailureAlert error={cancel.error ?? save.error} />
      {row.files.map(({ format }) => (
        <Button
          key={format}
          size="small"
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
          aria-label={`${t('airReport.jobs.download', { format: format.toUpperCase() })}, ${row.period}`}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      {mayCancel ? (
        <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('airReport.jobs.cancel')}
        </Button>
      ) : null}
    </>
  );
}
