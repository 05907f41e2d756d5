import {
  getTimetableRuns,
  previewTimetable,
  type TimetableItem,
  type TimetablePreview,
  timetableDraft,
} from '@airdeck/contract/control/timetable';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { PanelProps } from '../model/definition.ts';
import type { Exception } from './in-words.ts';
import styles from './timetable.module.css';
import { WeeksPicture } from './weeks-picture.tsx';

/** The coming runs of the timetable in the form, before it is saved, and its recent ones. */
export function TimetablePanel({ form, item }: PanelProps<TimetableItem>) {
  const { t } = useTranslation();
  const values = useWatch({ control: form.control });
  const draft = timetableDraft.safeParse({
    organization_id: item?.organization_id ?? values.organization_id,
    week: values.week,
    // One without a name yet has its place in the picture.
    exceptions: ((values.exceptions ?? []) as readonly Exception[]).map((each) => ({
      ...each,
      name: each.name.trim() || t('admin.timetable.exception'),
    })),
  });
  const { data, error, refetch } = useQuery<TimetablePreview, Error>({
    queryKey: queryKey('route', previewTimetable.path, draft.data),
    queryFn: ({ signal }) => call(previewTimetable, { body: draft.data as NonNullable<typeof draft.data>, signal }),
    enabled: draft.success,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <section className={styles.group} aria-label={t('admin.timetable.picture')}>
        <h3>{t('admin.timetable.picture')}</h3>
        {draft.success ? null : <p className={styles.hint}>{t('admin.timetable.incomplete')}</p>}
        {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined || !draft.success ? null : <WeeksPicture {...data} />}
        <p className={styles.hint}>{t('admin.timetable.rule')}</p>
      </section>
      {item === null ? null : <Runs id={item.id} timeZone={item.time_zone} />}
    </>
  );
}

function Runs({ id, timeZone }: { id: number; timeZone: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, refetch } = useQuery({ ...routeQuery(getTimetableRuns, { params: { id } }), staleTime: 0 });
  return (
    <section className={styles.group} aria-label={t('admin.timetable.runs')}>
      <h3>{t('admin.timetable.runs')}</h3>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data?.runs.length === 0 ? <p className={styles.hint}>{t('admin.timetable.noRuns')}</p> : null}
      <ul className={styles.runs}>
        {data?.runs.map(({ time, action, outcome, told, waiting, left }) => (
          <li key={time}>
            <time dateTime={time}>{formatDate(time, 'minute', { language, timeZone })}</time>
            <b>{t(`admin.timetable.mode.${action}`)}</b>
            <span>
              {[
                t(`admin.timetable.outcome.${outcome}`),
                ...(told > 0 ? [t('admin.timetable.told', { count: told })] : []),
                ...(waiting > 0 ? [t('admin.timetable.waiting', { count: waiting })] : []),
                ...(left > 0 ? [t('admin.timetable.left', { count: left })] : []),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
