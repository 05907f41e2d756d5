import type { PurifierEffect, PurifierEffects } from '@airdeck/contract/purifier/effect';
import { GOOD_R2 } from '@airdeck/domain/purifier/effect';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { sparkPath, sparkRange } from '../../../ui/sparkline/sparkline.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { effectQuery } from '../model/queries.ts';
import styles from './panel.module.css';

/** The last changes that are shown. */
const SHOWN = 5;

/** The effect on PM2.5 each time the fan started or became stronger. */
export function EffectSection({ id, timeZone }: { id: number; timeZone: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(effectQuery(id, timeZone));
  return (
    <section className={styles.effect}>
      <h3>
        {t('purifier.effect.title')} <span className={styles.period}>{t('purifier.effect.period')}</span>
      </h3>
      {data !== undefined ? (
        <Answer answer={data} />
      ) : error === null ? (
        <p className={styles.foot} role="status">
          {t('common.loading')}
        </p>
      ) : (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Answer({ answer }: { answer: PurifierEffects }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { measured, changes, estimates, air_changes, effects, time_zone } = answer;
  if (!measured) return <p className={styles.foot}>{t('purifier.effect.notMeasured')}</p>;
  if (changes === 0) return <p className={styles.foot}>{t('purifier.effect.none')}</p>;
  return (
    <>
      {air_changes === null ? (
        <p className={styles.foot}>{t('purifier.effect.noEstimate')}</p>
      ) : (
        <Stat
          size="medium"
          value={t('purifier.effect.airChanges', { value: formatNumber(air_changes, 1, language) })}
          caption={`${t('purifier.effect.airChangesLabel')}${t('common.separator')}${t('purifier.effect.estimates', { changes, estimates })}`}
        />
      )}
      <ul className={styles.changes}>
        {effects.slice(0, SHOWN).map((effect) => (
          <Change key={effect.time} effect={effect} timeZone={time_zone} />
        ))}
      </ul>
      <p className={styles.foot}>{t('purifier.effect.hint')}</p>
    </>
  );
}

function Change({ effect, timeZone }: { effect: PurifierEffect; timeZone: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { time, from, to, before, after, decay, decay_before, r2 } = effect;
  const level = (value: number | null) => (value === null ? '–' : formatNumber(value, 0, language));
  const rate = (value: number) => formatNumber(value, 1, language);
  const isGood = r2 !== null && r2 > GOOD_R2;
  const facts = [
    ...(decay === null || !isGood ? [t('purifier.effect.weak')] : [t('purifier.effect.decay', { value: rate(decay) })]),
    ...(isGood && decay_before !== null ? [t('purifier.effect.decayBefore', { value: rate(decay_before) })] : []),
    ...(r2 === null ? [] : [t('purifier.effect.fit', { value: formatNumber(r2, 2, language) })]),
  ];
  return (
    <li>
      <div>
        <span className="num">{formatDate(time, 'minute', { language, timeZone })}</span>
        <b>
          {t('purifier.effect.change', {
            from: t(`monitoring.purifier.value.${from}`),
            to: t(`monitoring.purifier.value.${to}`),
          })}
        </b>
        <span className={styles.levels}>
          {before === null && after === null
            ? t('purifier.effect.unknown')
            : t('purifier.effect.levels', { before: level(before), after: level(after) })}
        </span>
        <small>{facts.join(t('common.separator'))}</small>
      </div>
      <Course effect={effect} />
    </li>
  );
}

const SIZE = { width: 130, height: 52 } as const;

/** PM2.5 around the change, which is the upright line. */
function Course({ effect: { course, time } }: { effect: PurifierEffect }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { times, values } = course;
  const range = sparkRange(values, 5);
  const [first, last] = [times[0], times.at(-1)];
  if (range === null || first === undefined || last === undefined || last === first) return null;
  const at = ((Date.parse(time) / 1000 - first) / (last - first)) * SIZE.width;
  const text = (value: number | undefined) => formatNumber(value ?? 0, 0, language);
  return (
    <svg
      className={styles.course}
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      role="img"
      aria-label={t('purifier.effect.course', { from: text(values[0]), to: text(values.at(-1)) })}
    >
      <path className={styles.moment} d={`M${at.toFixed(1)},0V${SIZE.height}`} />
      <path className={styles.line} d={sparkPath(values, range, SIZE).line} />
    </svg>
  );
}
