import type { Rating } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format/number.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { toneOf } from '../grade/tone.ts';
import styles from './sparkline.module.css';

interface SparkPath {
  /** SVG path data of the line, one piece per run of values without a gap. */
  line: string;
  /** The same pieces, closed along the bottom. */
  area: string;
  /** Isolated values between gaps: they get a dot, because a line needs two points. */
  dots: { x: number; y: number }[];
}

interface Size {
  width: number;
  height: number;
}

/** Room above and below the line, so that its stroke is not cut. */
const MARGIN = 3;

function runsOf(values: readonly (number | null)[]): { index: number; value: number }[][] {
  const found: { index: number; value: number }[][] = [];
  let open: { index: number; value: number }[] | null = null;
  for (const [index, value] of values.entries()) {
    if (value === null) open = null;
    else if (open === null) {
      open = [{ index, value }];
      found.push(open);
    } else open.push({ index, value });
  }
  return found;
}

const fixed = (n: number) => Number(n.toFixed(1));

/** The course of values in equal steps, from `low` (bottom) to `high` (top). A null is a gap and stays one. */
export function sparkPath(
  values: readonly (number | null)[],
  [low, high]: readonly [number, number],
  { width, height }: Size,
): SparkPath {
  const x = (index: number) => fixed(values.length > 1 ? (index / (values.length - 1)) * width : width / 2);
  const span = high > low ? high - low : 1;
  const y = (value: number) => fixed(height - MARGIN - ((value - low) / span) * (height - 2 * MARGIN));
  const path: SparkPath = { line: '', area: '', dots: [] };
  for (const run of runsOf(values)) {
    const points = run.map(({ index, value }) => ({ x: x(index), y: y(value) }));
    const first = points[0];
    const last = points.at(-1);
    if (first === undefined || last === undefined) continue;
    if (points.length === 1) path.dots.push(first);
    const line = points.map((point) => `${point.x},${point.y}`).join('L');
    path.line += `M${line}`;
    path.area += `M${first.x},${height}L${line}L${last.x},${height}Z`;
  }
  return path;
}

/**
 * Lowest and highest value, with some air; a flat course lies in the middle. null when there is no value at all. The
 * range is never narrower than `minSpan`, so that noise does not look like a rise.
 */
export function sparkRange(values: readonly (number | null)[], minSpan = 0): readonly [number, number] | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const low = Math.min(...known);
  const high = Math.max(...known);
  const air = Math.max((high - low) * 0.25, Math.abs(high) * 0.05, (minSpan - (high - low)) / 2, Number.EPSILON);
  return [low - air, high + air];
}

/** The drawing's own width; it is stretched to the room there is. */
const WIDTH = 240;

interface SparklineProps {
  /** In equal steps of time, oldest first; null is a gap and stays one. */
  values: readonly (number | null)[];
  /** Colours the line. */
  rating: Rating | null;
  /** Texts under its ends. */
  from: string;
  to: string;
  digits?: number;
  height?: number;
  /** Least range of the drawing's height, in the values' unit. */
  minSpan?: number;
  /** A note between its ends. */
  note?: React.ReactNode;
}

/** A small line without axes, which shows whether values rise or fall. */
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
        // A line of length 0 with round ends is a dot that stays round when the drawing is stretched.
        <path key={x} className={styles.dot} d={`M${x},${y}h0`} vectorEffect="non-scaling-stroke" />
      ))}
    </>
  );
}
