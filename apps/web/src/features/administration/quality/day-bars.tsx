import type { MeterQuality } from '@airdeck/contract/device/quality';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format/read-day.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import styles from './quality.module.css';

type Day = MeterQuality['days'][number];

/** Received in percent of expected, at most 100; null if nothing was expected. */
export const completenessOf = ({ frames, expected }: Day): number | null =>
  expected === 0 ? (frames === 0 ? null : 100) : Math.min(100, Math.floor((frames / expected) * 100));

/** From here on a day counts as complete: a few frames are late on any network. */
const GOOD_PERCENT = 95;
const FAIR_PERCENT = 75;

const toneOf = (percent: number | null): number => {
  if (percent === null) return 0;
  if (percent >= GOOD_PERCENT) return 2;
  return percent >= FAIR_PERCENT ? 4 : 5;
};

/** A bar for each day, its percent in words beside it. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const low = days.slice(0, -1).some((day) => (completenessOf(day) ?? 100) < GOOD_PERCENT);
  return (
    <>
      <ol className={styles.days}>
        {days.map((each) => {
          const percent = completenessOf(each);
          return (
            <li key={each.day} data-tone={toneOf(percent)}>
              <span className={styles.bar} aria-hidden="true">
                <i style={{ '--percent': `${percent ?? 0}%` } as React.CSSProperties} />
              </span>
              <b>{percent === null ? '–' : `${percent} %`}</b>
              <span>{formatDay(each.day, language).replace(/^\d{4}-|\/\d{4}$/, '')}</span>
              <small>
                {percent === null
                  ? t('device.quality.notYet')
                  : t('device.quality.frames', { frames: each.frames, expected: each.expected })}
              </small>
            </li>
          );
        })}
      </ol>
      {low ? <p className={styles.advice}>{t('device.quality.lowDays')}</p> : null}
    </>
  );
}
