import type { Rating } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/format/number.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { toneOf } from './grade/tone.ts';
import { sparkPath, sparkRange } from './spark-path.ts';
import styles from './sparkline.module.css';

/** The drawing's own width; it is stretched to the room there is. */
const WIDTH = 240;

interface SparklineProps {
  /** In equal steps of time, oldest first; null is a gap and stays one. */
  values: readonly (number | null)[];
  /** Colours the line. */
  rating: Rating | null;
  /** Words under its ends: when it begins, when it ends. */
  from: string;
  to: string;
  digits?: number;
  height?: number;
  /** What the drawing's height stands for at least, in the values' unit. */
  minSpan?: number;
  /** A word about the course, between its ends. */
  note?: React.ReactNode;
}

/** A course without axes: rising or falling, at a glance. */
export function Sparkline(props: SparklineProps) {
  const { values, rating, from, to, digits = 0, height = 58, minSpan, note } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const range = sparkRange(values, minSpan);
  const known = values.filter((value) => value !== null);
  const text = (value: number | undefined) => formatNumber(value ?? 0, digits, language);
  const label =
    range === null
      ? t('common.trendEmpty')
      : t('common.trend', {
          from,
          to,
          min: text(Math.min(...known)),
          max: text(Math.max(...known)),
          last: text(known.at(-1)),
        });
  return (
    <div data-tone={toneOf(rating)}>
      <svg
        className={styles.svg}
        role="img"
        aria-label={label}
        height={height}
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
      >
        {range === null ? <EmptyLine y={height - 4} /> : <Course values={values} range={range} height={height} />}
      </svg>
      <div className={styles.ends}>
        <span aria-hidden="true">{from}</span>
        {note}
        <span aria-hidden="true">{to}</span>
      </div>
    </div>
  );
}

function EmptyLine({ y }: { y: number }) {
  return <path className={styles.empty} d={`M0,${y}H${WIDTH}`} vectorEffect="non-scaling-stroke" />;
}

interface CourseProps {
  values: readonly (number | null)[];
  range: readonly [number, number];
  height: number;
}

function Course({ values, range, height }: CourseProps) {
  const { line, area, dots } = sparkPath(values, range, { width: WIDTH, height });
  return (
    <>
      <path className={styles.area} d={area} />
      <path className={styles.line} d={line} vectorEffect="non-scaling-stroke" />
      {dots.map(({ x, y }) => (
        // A line of no length with round ends is a dot that stretching leaves round.
        <path key={x} className={styles.dot} d={`M${x},${y}h0`} vectorEffect="non-scaling-stroke" />
      ))}
    </>
  );
}
