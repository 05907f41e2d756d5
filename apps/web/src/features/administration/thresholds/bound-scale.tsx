import { ratingsOf } from '@airdeck/domain/rating';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatSpan } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import styles from './bound-scale.module.css';

/** Bounds as numbers of the language, without zeros at the end. */
export const useBoundFormat = (): ((bound: number) => string) =>
  new Intl.NumberFormat(useLanguage(), { maximumFractionDigits: 4 }).format;

interface SpansOptions {
  type: SensorType;
  bounds: readonly number[];
  range: { min: number; max: number };
}

/** Each rating of a type with the values that it covers: `매우 좋음 0~15`. */
export function useSpans({ type, bounds, range }: SpansOptions) {
  const language = useLanguage();
  const format = useBoundFormat();
  return ratingsOf(type).map((rating, i) => ({
    rating,
    text: formatSpan(format(bounds[i - 1] ?? range.min), format(bounds[i] ?? range.max), language),
  }));
}

interface BoundScaleProps extends SpansOptions {
  name: string;
  unit: string;
  /** Bounds to compare with: those that differ are marked. */
  base?: readonly (number | null)[];
  /** Draws the ratings as wide as their values within this part of the range; without it they are equally wide. */
  view?: readonly [from: number, to: number];
  isSmall?: boolean;
}

/** The five ratings of a type in their colours and shapes, with the bounds between them. */
export function BoundScale({ type, bounds, range, name, unit, base, view, isSmall = false }: BoundScaleProps) {
  const { t } = useTranslation();
  const format = useBoundFormat();
  const spans = useSpans({ type, bounds, range });
  const bands = spans.map(({ rating, text }) => `${t(`grade.rating.${rating}`)} ${text}`).join(', ');
  const widthOf = (i: number): number => {
    if (view === undefined) return 1;
    const [from, to] = view;
    return Math.max(0, Math.min(to, bounds[i] ?? to) - Math.max(from, bounds[i - 1] ?? from));
  };
  return (
    <div
      className={styles.scale}
      data-small={isSmall || undefined}
      role="img"
      aria-label={`${t('admin.standard.scale', { name, bands })} ${unit}`}
    >
      {spans.map(({ rating, text }, i) => {
        const bound = bounds[i - 1];
        return (
          <span
            key={rating}
            data-tone={toneOf(rating)}
            style={{ flexGrow: widthOf(i) }}
            title={`${t(`grade.rating.${rating}`)} ${text} ${unit}`}
          >
            <GradeMark rating={rating} size={isSmall ? 11 : 14} />
            {bound === undefined ? null : (
              <b data-changed={(base !== undefined && base[i - 1] !== bound) || undefined}>{format(bound)}</b>
            )}
          </span>
        );
      })}
    </div>
  );
}
