import type { Rating } from '@airdeck/contract/monitoring/schema';
import { ratingsOf } from '@airdeck/domain/rating';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../lib/format/number.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import styles from './grade.module.css';
import { toneOf } from './tone.ts';

/**
 * Position of a value on a scale of equally wide ratings, in % from the left. The outer ratings have one bound only,
 * and are as wide in value as their neighbours. Values beyond stay at the edge.
 */
export function scalePosition(value: number, bounds: readonly [number, number, number, number]): number {
  const [a, b, c, d] = bounds;
  const edges = [a - (b - a), a, b, c, d, d + (d - c)];
  const share = 100 / (edges.length - 1);
  for (let i = 1; i < edges.length; i += 1) {
    const from = edges[i - 1] ?? 0;
    const to = edges[i] ?? 0;
    if (value <= to) return Math.max(0, share * (i - 1 + (value - from) / (to - from)));
  }
  return 100;
}

interface GradeScaleProps {
  type: SensorType;
  /** null leaves the marker out. */
  value: number | null;
  rating: Rating | null;
  bounds: readonly [number, number, number, number];
}

/** The five ratings of a type as a bar with their bounds, and a marker at the value. */
export function GradeScale({ type, value, rating, bounds }: GradeScaleProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const short = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 });
  const boundTexts = bounds.map((bound) => short.format(bound).replace(/^0\./, '.'));
  const label =
    value === null || rating === null
      ? t('grade.scaleEmpty', { bounds: boundTexts.join(', ') })
      : t('grade.scale', {
          value: formatReading(type, value, language),
          rating: t(`grade.rating.${rating}`),
          bounds: boundTexts.join(', '),
        });
  return (
    <div className={styles.scale} role="img" aria-label={label}>
      <div className={styles.bar}>
        {ratingsOf(type).map((step) => (
          <i key={step} data-tone={toneOf(step)} />
        ))}
      </div>
      {value === null ? null : <span className={styles.marker} style={{ left: `${scalePosition(value, bounds)}%` }} />}
      <div className={styles.edges}>
        {boundTexts.map((text, i) => (
          <span key={text} style={{ left: `${20 * (i + 1)}%` }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}
