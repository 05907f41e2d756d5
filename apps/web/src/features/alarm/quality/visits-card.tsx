import { getVisits, type Visit, type VisitReason } from '@airdeck/contract/device/visits';
import { HOUR_MS } from '@airdeck/domain/duration';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import Skeleton from '@mui/material/Skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatDay } from '../../../lib/format/read-day.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import styles from './quality.module.css';

/** The meters to visit, each with its reasons and what to do there. */
export function VisitsCard({ organizationId }: { organizationId: number | undefined }) {
  const { t } = useTranslation();
  const query = organizationId === undefined ? {} : { organizationId: String(organizationId) };
  const { data, error, refetch } = useQuery<{ visits: Visit[] }, ApiFailure>({
    queryKey: queryKey('alarms', 'visits', organizationId ?? null),
    queryFn: ({ signal }) => call(getVisits, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: HOUR_MS,
  });
  return (
    <Card aria-label={t('visits.title')}>
      <CardHeader title={t('visits.title')} subtitle={t('visits.subtitle')} />
      {data === undefined ? (
        error === null ? (
          <Skeleton variant="rounded" height={64} />
        ) : (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        )
      ) : data.visits.length === 0 ? (
        <EmptyState title={t('visits.none')} text={t('visits.noneText')} icon="check" />
      ) : (
        <ul className={styles.visits}>
          {data.visits.map(({ meter_id, name, above, reasons }) => (
            <li key={meter_id}>
              <Link to="/monitoring/sensor/{-$id}" params={{ id: String(meter_id) }} search={() => ({})}>
                {name}
              </Link>{' '}
              <small>{above.join(' › ')}</small>
              {reasons.map((reason) => (
                <Reason key={reason.reason} reason={reason} />
              ))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Reason({ reason: each }: { reason: VisitReason }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if ('due' in each) {
    return <p>{t(`visits.${each.is_over ? 'over' : 'due'}.${each.reason}`, { day: formatDay(each.due, language) })}</p>;
  }
  const { reason, type, seen, usual, since } = each;
  const { unit, digits } = SENSOR_TYPE_INFO[type];
  const text = (value: number) => formatNumber(value, digits, language);
  return (
    <p>
      {t(`visits.reason.${reason}`, {
        ...{ type: t(sensorNameKey(type)), unit, seen: text(seen), usual: text(usual) },
        percent: Math.round(seen * 100),
      })}{' '}
      <small>{t('visits.since', { day: formatDay(since, language) })}</small>
    </p>
  );
}
