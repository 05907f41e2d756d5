import { clockTime, type Ventilation, type VentilationEvening } from '@airdeck/contract/history/ventilation';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatNumber, formatSpan } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { FactsLink } from '../../../shared/facts-link/facts-link.tsx';
import { LongWait } from '../../../shared/long-question/long-wait.tsx';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import styles from './ventilation.module.css';
import { ventilationQuery } from './ventilation-query.ts';

interface VentilationCardProps {
  meterId: number;
  timeZone: string;
}

/** How often the air of a meter's room is replaced in an hour, from its CO2 after people have left. */
export const VentilationCard = memo(function VentilationCard({ meterId, timeZone }: VentilationCardProps) {
  const { t } = useTranslation();
  // null: by the opening hours.
  const [closing, setClosing] = useState<string | null>(null);
  const [entered, setEntered] = useState<string | null>(null);
  const { query, wait } = useLongQuery(ventilationQuery(meterId, timeZone, closing));
  const { data, error, refetch } = query;
  const enter = (value: string) => {
    setEntered(value);
    if (clockTime.safeParse(value).success) setClosing(value);
  };
  const useHours = () => {
    setEntered(null);
    setClosing(null);
  };
  return (
    <Card aria-label={t('ventilation.title')}>
      <CardHeader
        title={t('ventilation.title')}
        subtitle={t('ventilation.period')}
        actions={
          <TextField
            type="time"
            size="small"
            label={t('ventilation.closing')}
            value={entered ?? data?.closing ?? ''}
            onChange={(event) => enter(event.target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        }
      />
      {data === undefined ? null : <ClosingSource answer={data} onUseHours={useHours} />}
      {data !== undefined ? (
        <LongWait wait={wait}>
          <Answer answer={data} />
        </LongWait>
      ) : error === null ? (
        <LongWait wait={wait}>
          <Skeleton variant="rounded" height={64} />
        </LongWait>
      ) : (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      )}
      <p className={styles.hint}>{t('ventilation.hint')}</p>
    </Card>
  );
});

/** Where the closing time comes from, and the way back to the opening hours. */
function ClosingSource({ answer, onUseHours }: { answer: Ventilation; onUseHours: () => void }) {
  const { t } = useTranslation();
  const { closing, closing_from: from, evenings } = answer;
  if (from === 'UNKNOWN') {
    return (
      <p className={styles.none}>
        {t('ventilation.unknown')} <FactsLink />
      </p>
    );
  }
  const varies = from === 'OPENING_HOURS' && evenings.some((each) => each.closing !== closing);
  return (
    <p className={styles.source}>
      {[t(`ventilation.from.${from}`), ...(varies ? [t('ventilation.varies')] : [])].join(t('common.separator'))}
      {from === 'ENTERED' ? (
        <Button size="small" onClick={onUseHours}>
          {t('ventilation.useHours')}
        </Button>
      ) : null}
    </p>
  );
}

function Answer({ answer: { rates, evenings, closing_from } }: { answer: Ventilation }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = (rate: number) => formatNumber(rate, 1, language);
  if (closing_from === 'UNKNOWN') return null;
  if (evenings.length === 0) return <p className={styles.none}>{t('ventilation.notYet')}</p>;
  return (
    <>
      {rates === null ? (
        <p className={styles.none}>
          {t(evenings.every(({ refused }) => refused === 'NOT_CLOSED') ? 'ventilation.alwaysOpen' : 'ventilation.none')}
        </p>
      ) : (
        <Stat
          size="medium"
          value={t('ventilation.rate', { value: text(rates.median) })}
          caption={t('ventilation.summary', {
            count: rates.count,
            span: formatSpan(text(rates.lowest), text(rates.highest), language),
          })}
        />
      )}
      <details className={styles.evenings}>
        <summary>{t('ventilation.evenings', { count: evenings.length })}</summary>
        <ul>
          {evenings.map((evening) => (
            <Evening key={evening.day} evening={evening} />
          ))}
        </ul>
      </details>
    </>
  );
}

/** An evening's rate and what it depends on, or why there is none. */
function Evening({ evening: { day, closing, outdoor, outdoor_from, refused, fall } }: { evening: VentilationEvening }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rate = (value: number) => formatNumber(value, 2, language);
  const ppm = (value: number) => formatNumber(value, 0, language);
  return (
    <li>
      <span className="num">{formatDate(`${day}T00:00:00Z`, 'date', { language, timeZone: 'UTC' })}</span>{' '}
      {closing === null ? null : <span className="num">{closing}</span>}{' '}
      {fall === null ? (
        <span className={styles.refused}>{refused === null ? null : t(`ventilation.refused.${refused}`)}</span>
      ) : (
        <>
          <b className="num">{t('ventilation.evening', { rate: rate(fall.rate), margin: rate(fall.margin) })}</b>{' '}
          <small>
            {[
              t('ventilation.fall', { from: ppm(fall.from), to: ppm(fall.to) }),
              t(`ventilation.outdoor.${outdoor_from}`, { ppm: ppm(outdoor) }),
              t('ventilation.band', { span: formatSpan(rate(fall.low), rate(fall.high), language) }),
            ].join(t('common.separator'))}
          </small>
        </>
      )}
    </li>
  );
}
