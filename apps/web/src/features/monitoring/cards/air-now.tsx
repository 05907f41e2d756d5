import { GRADES, type Grade } from '@airdeck/domain/grade';
import { useTranslation } from 'react-i18next';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import type { GradeFilter } from '../address/search.ts';
import styles from './cards.module.css';

interface AirNowProps {
  /** Text of the counted things and their number. */
  label: string;
  counts: Readonly<Record<Grade, number>>;
  /** How many have no current grade. */
  silent: number;
  chosen: readonly GradeFilter[];
  onChoose: (shares: readonly GradeFilter[]) => void;
}

/** Numbers by grade. A pressed grade filters the list. */
export function AirNow({ label, counts, silent, chosen, onChoose }: AirNowProps) {
  const { t } = useTranslation();
  const parts = [
    ...GRADES.map((grade) => ({ share: grade, rating: grade, count: counts[grade] })),
    ...(silent > 0 || chosen.includes('NONE') ? [{ share: 'NONE', rating: null, count: silent } as const] : []),
  ];
  const toggle = (share: GradeFilter) =>
    onChoose(chosen.includes(share) ? chosen.filter((each) => each !== share) : [...chosen, share]);
  return (
    <section className={styles.air} aria-label={t('monitoring.airNow')}>
      <header>
        <h2>{t('monitoring.airNow')}</h2>
        <span>{label}</span>
      </header>
      <div className={styles.share} aria-hidden="true">
        {parts.map(({ share, rating, count }) =>
          count === 0 ? null : (
            <i
              key={share}
              data-tone={toneOf(rating)}
              data-dim={chosen.length > 0 && !chosen.includes(share) ? '' : undefined}
              style={{ flexGrow: count }}
            />
          ),
        )}
      </div>
      <div className={styles.legend}>
        {parts.map(({ share, rating, count }) => (
          <button
            key={share}
            type="button"
            aria-pressed={chosen.includes(share)}
            disabled={count === 0 && !chosen.includes(share)}
            data-tone={toneOf(rating)}
            title={t('monitoring.airNowHint')}
            onClick={() => toggle(share)}
          >
            <GradeChip rating={rating} />
            {count}
          </button>
        ))}
      </div>
    </section>
  );
}
