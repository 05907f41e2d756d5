import { getAlarms } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { PlaceKind } from '@airdeck/contract/monitoring/schema';
import type { Page } from '@airdeck/contract/paging';
import { NOTED, REPORTED } from '@airdeck/contract/standard/built-in';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../lib/failure.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SeverityMark } from '../../ui/severity/severity.tsx';
import type { ReportedPlace } from './place.ts';
import styles from './report.module.css';

const PLACE_KEY = {
  organization: 'organizationId',
  office: 'officeId',
  department: 'departmentId',
  meter: 'meterId',
} as const satisfies Record<PlaceKind, string>;

const MAX_SHOWN = 3;
/** The first letters of all codes of reports: the list finds codes by a part. */
const CODE = [REPORTED, NOTED].map((code) => code.slice(0, -1))[0];

const reportsQuery = ({ kind, id }: Pick<ReportedPlace, 'kind' | 'id'>) =>
  queryOptions<Page<Alarm>, ApiFailure>({
    queryKey: queryKey('alarms', 'reports', kind, id),
    queryFn: ({ signal }) =>
      call(getAlarms, {
        query: { [PLACE_KEY[kind]]: String(id), code: CODE, size: String(MAX_SHOWN) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Where it is, who reported it, and who takes care of it. */
const factsOf = (report: Alarm, t: TFunction): string[] =>
  [
    report.department_name,
    report.meter_name,
    report.reported_login && t('report.reportedBy', { login: report.reported_login }),
    report.acknowledged_login && t('report.handledBy', { login: report.acknowledged_login }),
  ].filter((fact): fact is string => Boolean(fact));

/** The open reports on a place and on everything in it, newest first; nothing where there are none. */
export function PlaceReports({ place: { kind, id } }: { place: Pick<ReportedPlace, 'kind' | 'id'> }) {
  const { t } = useTranslation();
  const { data } = useQuery(reportsQuery({ kind, id }));
  const reports = data?.content.filter(({ source }) => source === 'REPORT') ?? [];
  if (reports.length === 0) return null;
  const more = (data?.totalElements ?? 0) - reports.length;
  const search = () => ({ startTime: 'any', state: 'OPEN', search: CODE, [PLACE_KEY[kind]]: id }) as const;
  return (
    <section className={styles.reports} aria-label={t('report.open')}>
      <h2 className="sr">{t('report.open')}</h2>
      <ul>
        {reports.map((report) => (
          <li key={report.id}>
            <Link to="/current/error/liveerror" search={() => ({ ...search(), open: report.id })}>
              <span className={styles.mark} data-severity={report.severity}>
                <SeverityMark severity={report.severity} size={14} />
              </span>
              <span className={styles.text}>
                <b>{report.detail}</b>
                <small>
                  {factsOf(report, t).join(' · ')} · <RelativeTime time={report.occured_time} />
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <Link to="/current/error/liveerror" search={search} className={styles.more}>
          {t('report.more', { count: more })}
        </Link>
      ) : null}
    </section>
  );
}
