import type { SensorType } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import styles from './bands.module.css';
import { BoundScale, useSpans } from './bound-scale.tsx';

export interface BandRow {
  name: string;
  /** null: missing, or no number yet. */
  bounds: readonly (number | null)[];
}

interface BandPictureProps {
  type: SensorType;
  unit: string;
  range: { min: number; max: number };
  /** The last one is the value being entered; bounds that differ from the first one are marked. */
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
export function BandPicture({ type, unit, range, rows }: BandPictureProps) {
  const { t } = useTranslation();
  const view = viewOf(
    rows.flatMap(({ bounds }) => (isDrawable(bounds) ? bounds : [])),
    range,
  );
  const last = rows.at(-1)?.bounds ?? [];
  const base = rows[0]?.bounds ?? [];
  return (
    <figure className={styles.picture} aria-label={t('admin.standard.picture')}>
      {rows.map(({ name, bounds }) => (
        <div key={name} className={styles.row}>
          <span>
            {name} <small>{unit}</small>
          </span>
          {isDrawable(bounds) ? (
            <BoundScale {...{ type, bounds, range, name, unit, base, view }} />
          ) : (
            <div className={styles.none}>{t('admin.standard.wrong')}</div>
          )}
        </div>
      ))}
      {isDrawable(last) ? <Legend type={type} range={range} bounds={last} /> : null}
    </figure>
  );
}

function Legend({ type, range, bounds }: Parameters<typeof useSpans>[0]) {
  const { t } = useTranslation();
  return (
    <ul className={styles.legend}>
      {useSpans({ type, bounds, range }).map(({ rating, text }) => (
        <li key={rating} data-tone={toneOf(rating)}>
          <GradeMark rating={rating} />
          <span>
            {t(`grade.rating.${rating}`)} <b>{text}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}
