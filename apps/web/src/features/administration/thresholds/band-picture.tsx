import { ratingsOf } from '@airdeck/domain/rating';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatSpan } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import styles from './bands.module.css';

export interface BandRow {
  name: string;
  /** null: missing, or no number yet. */
  bounds: readonly (number | null)[];
}

interface BandPictureProps {
  type: SensorType;
  range: { min: number; max: number };
  /** The last one is the value being entered. */
  rows: readonly BandRow[];
}

const isDrawable = (bounds: readonly (number | null)[]): bounds is readonly number[] =>
  bounds.length === 4 && bounds.every((bound, i) => bound !== null && (i === 0 || bound > (bounds[i - 1] ?? bound)));

/** The part of the range that is worth looking at: all bounds, and a third of their width on both sides. */
const viewOf = (all: readonly number[], { min, max }: BandPictureProps['range']): [number, number] => {
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = (high - low) / 3;
  return [Math.min(low, Math.max(min, low - margin)), Math.max(high, Math.min(max, high + margin))];
};

/** Thresholds as bands on one scale, so that one sees what a change moves. */
export function BandPicture({ type, range, rows }: BandPictureProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ratings = ratingsOf(type);
  const [from, to] = viewOf(
    rows.flatMap(({ bounds }) => (isDrawable(bounds) ? bounds : [])),
    range,
  );
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const spans = (bounds: readonly number[]) =>
    ratings.map((rating, i) => ({
      rating,
      text: formatSpan(number.format(bounds[i - 1] ?? range.min), number.format(bounds[i] ?? range.max), language),
    }));
  const last = rows.at(-1)?.bounds ?? [];
  return (
    <figure className={styles.picture} aria-label={t('admin.standard.picture')}>
      {rows.map(({ name, bounds }) => (
        <div key={name} className={styles.row}>
          <span>{name}</span>
          {isDrawable(bounds) ? (
            <div
              className={styles.bar}
              role="img"
              aria-label={t('admin.standard.scale', {
                name,
                bands: spans(bounds)
                  .map(({ rating, text }) => `${t(`grade.rating.${rating}`)} ${text}`)
                  .join(', '),
              })}
            >
              {ratings.map((rating, i) => {
                const [low, high] = [Math.max(from, bounds[i - 1] ?? from), Math.min(to, bounds[i] ?? to)];
                return <i key={rating} data-tone={toneOf(rating)} style={{ flexGrow: Math.max(0, high - low) }} />;
              })}
            </div>
          ) : (
            <div className={styles.none}>{t('admin.standard.wrong')}</div>
          )}
        </div>
      ))}
      {isDrawable(last) ? (
        <ul className={styles.legend}>
          {spans(last).map(({ rating, text }) => (
            <li key={rating} data-tone={toneOf(rating)}>
              <GradeMark rating={rating} />
              <span>
                {t(`grade.rating.${rating}`)} <b>{text}</b>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </figure>
  );
}
