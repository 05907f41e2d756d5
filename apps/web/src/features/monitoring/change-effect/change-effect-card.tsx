import {
  type ChangeEffectAnswer,
  EFFECT_TYPES,
  type EffectType,
  getChangeEffect,
  getEffectCandidates,
} from '@airdeck/contract/history/change-effect';
import { HOUR_MS } from '@airdeck/domain/duration';
import type { SensorType } from '@airdeck/domain/sensor-type';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { viewerToday } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatDay } from '../../../lib/format/read-day.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { LongWait } from '../../../shared/long-question/long-wait.tsx';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { treeQuery } from '../api/queries.ts';
import styles from './change-effect.module.css';

/** Days on each side. */
const DAYS = 14;

export const isEffectType = (type: SensorType): type is EffectType => EFFECT_TYPES.some((each) => each === type);

interface ChangeEffectCardProps {
  meterId: number;
  type: EffectType;
}

/** Compares a meter's air before and after a day that the user picks. */
export const ChangeEffectCard = memo(function ChangeEffectCard({ meterId, type }: ChangeEffectCardProps) {
  const { t } = useTranslation();
  const [day, setDay] = useState('');
  const [outdoorMeterId, setOutdoor] = useState<number | undefined>(undefined);
  const isFuture = day > viewerToday();
  const { data: tree } = useQuery(treeQuery());
  const options = useMemo(
    () =>
      (tree ?? []).flatMap(({ kind, id, name }) => (kind === 'meter' && id !== meterId ? [{ id, label: name }] : [])),
    [tree, meterId],
  );
  const { query, wait } = useLongQuery<ChangeEffectAnswer, ApiFailure, QueryKey>({
    queryKey: queryKey('monitoring', 'change-effect', meterId, type, day, outdoorMeterId ?? null),
    queryFn: ({ signal }) => {
      const outdoor = outdoorMeterId === undefined ? {} : { outdoorMeterId: String(outdoorMeterId) };
      return call(getChangeEffect, {
        query: { meterId: String(meterId), type, day, days: String(DAYS), ...outdoor },
        signal,
      });
    },
    enabled: day !== '' && !isFuture,
    staleTime: HOUR_MS,
  });
  const { data, error, refetch } = query;
  return (
    <Card aria-label={t('changeEffect.title')}>
      <CardHeader title={t('changeEffect.title')} subtitle={t('changeEffect.subtitle')} />
      <div className={styles.choice}>
        <DateField
          label={t('changeEffect.day')}
          value={day}
          error={isFuture ? t('changeEffect.future') : undefined}
          onChange={setDay}
          optional
        />
        <SinglePicker
          label={t('changeEffect.outdoor')}
          placeholder={t('changeEffect.outdoorNone')}
          options={options}
          value={outdoorMeterId}
          onChange={setOutdoor}
        />
      </div>
      <Candidates meterId={meterId} onChoose={setDay} />
      {day === '' || isFuture ? (
        <p className={styles.text}>{t('changeEffect.choose')}</p>
      ) : data !== undefined ? (
        <Answer answer={data} />
      ) : error === null ? (
        <LongWait wait={wait}>
          <Skeleton variant="rounded" height={64} />
        </LongWait>
      ) : (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  );
});

/** Changes that were entered elsewhere: one click chooses the day. */
function Candidates({ meterId, onChoose }: { meterId: number; onChoose: (day: string) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery({ ...routeQuery(getEffectCandidates, { query: { meterId } }), staleTime: HOUR_MS });
  if (data === undefined || data.opening_hours.length === 0) return null;
  return (
    <p className={styles.candidates}>
      <span>{t('changeEffect.candidates')}</span>
      {data.opening_hours.map(({ day, before, after }) => (
        <Button
          key={day}
          size="small"
          variant="outlined"
          title={t('changeEffect.hours', { before: oneLine(before), after: oneLine(after) })}
          onClick={() => onChoose(day)}
        >
          {t('changeEffect.openingHours', { day: formatDay(day, language) })}
        </Button>
      ))}
    </p>
  );
}

const oneLine = (hours: string): string => hours.replaceAll('\n', ' · ');

function Answer({ answer }: { answer: ChangeEffectAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { type, verdict, effect, days_before, days_after, uses_outdoor } = answer;
  // An end of the interval near none is not rounded to it.
  const percent = (share: number) =>
    `${share > 0 ? '+' : ''}${formatNumber(share * 100, Math.abs(share) < 0.1 ? 1 : 0, language)}`;
  return (
    <>
      <Stat
        size="medium"
        value={
          verdict === 'CANNOT_TELL' && effect !== null
            ? t('changeEffect.unclear')
            : t(`changeEffect.verdict.${verdict}`)
        }
        caption={
          effect === null
            ? t('changeEffect.tooFew')
            : t('changeEffect.change', {
                type: t(sensorNameKey(type)),
                change: percent(effect.change),
                low: percent(effect.low),
                high: percent(effect.high),
              })
        }
      />
      <p className={styles.text}>
        {t('changeEffect.days', { before: days_before, after: days_after })}
        {t('common.separator')}
        {t(uses_outdoor ? 'changeEffect.withOutdoor' : 'changeEffect.withoutOutdoor')}
      </p>
    </>
  );
}
