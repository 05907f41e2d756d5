import type { WallMoisture as Answer } from '@airdeck/contract/history/wall-moisture';
import { HOUR_MS } from '@airdeck/domain/duration';
import { DEFAULT_WALL_FACTOR } from '@airdeck/domain/insight/moisture';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { FactsLink } from '../../../shared/facts-link/facts-link.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import styles from './comfort.module.css';
import { moistureQuery } from './moisture-query.ts';

/** Mould risk at the outer walls of a meter's room in the last week, or what is missing for it. */
export function WallMoisture({ meterId }: { meterId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(moistureQuery(meterId));
  return (
    <section className={styles.wall} aria-label={t('comfort.wall.title')}>
      <h3>{t('comfort.wall.title')}</h3>
      {data !== undefined ? (
        <Facts answer={data} />
      ) : error === null ? (
        <Skeleton variant="rounded" height={64} />
      ) : (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Facts({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { refused, latest, humid, mould, time_zone: timeZone } = answer;
  const meter = answer.outdoor_meter_name ?? '';
  if (refused !== null || latest === null) {
    return (
      <p className={styles.text}>
        {t(`comfort.wall.refused.${refused ?? 'NO_READINGS'}`, { meter })}{' '}
        {refused === 'NO_OUTDOOR_METER' ? <FactsLink /> : null}
      </p>
    );
  }
  const text = (value: number) => formatNumber(value, 1, language);
  const timeText = (time: string) => formatDate(time, 'minute', { language, timeZone });
  return (
    <>
      <Stat
        size="medium"
        value={t(mould ? 'comfort.wall.risk' : 'comfort.wall.fine')}
        caption={
          humid === null
            ? t('comfort.wall.dry')
            : t('comfort.wall.humid', {
                from: timeText(humid.start),
                hours: formatNumber((Date.parse(humid.end) - Date.parse(humid.start)) / HOUR_MS, 0, language),
              })
        }
      />
      <p className={styles.text}>
        {t('comfort.wall.latest', {
          ...{ time: timeText(latest.start), outdoor: text(latest.outdoor), surface: text(latest.surface) },
          humidity: formatNumber(latest.humidity, 0, language),
        })}
      </p>
      <p className={styles.text}>{t('comfort.wall.assumed', { factor: text(DEFAULT_WALL_FACTOR), meter })}</p>
    </>
  );
}
