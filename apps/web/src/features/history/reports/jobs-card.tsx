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
          <PlainTable>
            <thead>
              <tr>
                <th scope="col">{t('airReport.jobs.period')}</th>
                <th scope="col">{t('airReport.jobs.state')}</th>
                <th scope="col">{t('airReport.jobs.time')}</th>
                <th scope="col">{t('airReport.jobs.files')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </PlainTable>
        </div>
      )}
    </Card>
  );
}

function Row({ row }: { row: Report }) {
  const { t } = useTranslation();
  const language = useLanguage();
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
  const { sent, waiting, failed } = row.mails;
  return (
    <tr>
      <td>
        {row.period}
        <small>{t(`airReport.languages.${row.report_language}`)}</small>
      </td>
      <td data-label={t('airReport.jobs.state')}>
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
      </td>
      <td data-label={t('airReport.jobs.time')}>
        {formatDate(row.requested_time, 'minute', { language, timeZone: viewerZone() })}
        {row.scheduled ? <small>{t('airReport.jobs.scheduled')}</small> : null}
      </td>
      <td data-label={t('airReport.jobs.files')}>
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
      </td>
    </tr>
  );
}
