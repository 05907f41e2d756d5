import type { BucketUnit } from '@airdeck/domain/bucket';
import { type DateForm, formatDate } from '../../lib/format/date.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { EmptyState } from '../state/state-panels.tsx';
import styles from './count-bars.module.css';

const FORM: Readonly<Record<BucketUnit, DateForm>> = { hour: 'minute', day: 'date', month: 'month', year: 'year' };
const HEIGHT = 200;
/** Labels below the bars, as far apart as they are wide. */
const MAX_LABELS = 8;
/** With more bars, the gaps between them would leave no room for the bars. */
const MAX_WITH_GAPS = 120;
/** Within this share of the width, a label begins or ends at its bar instead of being centred. */
const EDGE = 0.04;

/** A part of each bar. */
export interface CountPart<Key extends string> {
  key: Key;
  label: string;
  color: string;
  /** Icon beside the label; default: a square of its colour. */
  mark?: React.ReactNode;
}

interface CountBarsProps<Key extends string> {
  buckets: readonly { start: string; counts: Readonly<Record<Key, number>> }[];
  /** From the bottom of a bar to its top: first what bars are compared by. */
  parts: readonly CountPart<Key>[];
  timeZone: string;
  unit: BucketUnit;
  /** Text where nothing was counted. */
  empty: string;
}

/** How often things happened: a bar for each bucket of time, by kind. */
export function CountBars<Key extends string>({ buckets, parts, timeZone, unit, empty }: CountBarsProps<Key>) {
  const language = useLanguage();
  const sumOf = (counts: Readonly<Record<Key, number>>) => parts.reduce((sum, { key }) => sum + counts[key], 0);
  const most = Math.max(0, ...buckets.map(({ counts }) => sumOf(counts)));
  if (most === 0) return <EmptyState text={empty} />;
  const every = Math.ceil(buckets.length / MAX_LABELS);
  const timeOf = (start: string) => formatDate(start, FORM[unit], { language, timeZone });
  const textOf = (counts: Readonly<Record<Key, number>>) =>
    parts
      .filter(({ key }) => counts[key] > 0)
      .map(({ key, label }) => `${label} ${counts[key]}`)
      .join(', ') || '0';
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend}>
        {parts.map(({ key, label, color, mark }) => (
          <span key={key}>
            {mark ?? <i style={{ background: color }} />}
            {label}
          </span>
        ))}
      </figcaption>
      <div className={styles.bars} style={{ height: HEIGHT }} data-dense={buckets.length > MAX_WITH_GAPS || undefined}>
        <span className={styles.most}>{most}</span>
        {buckets.map(({ start, counts }) => {
          const text = `${timeOf(start)}: ${textOf(counts)}`;
          return (
            <span key={start} className={styles.bar} title={text} role="img" aria-label={text}>
              {parts.map(({ key, color }) =>
                counts[key] === 0 ? null : (
                  <i key={key} style={{ flexBasis: `${(counts[key] / most) * 100}%`, background: color }} />
                ),
              )}
            </span>
          );
        })}
      </div>
      <div className={styles.labels} aria-hidden="true">
        {buckets.map(({ start }, i) => {
          const at = (i + 0.5) / buckets.length;
          const end = at < EDGE ? 'first' : at > 1 - EDGE ? 'last' : undefined;
          return i % every === 0 ? (
            <span
              key={start}
              data-end={end}
              style={{ left: `${(end === 'first' ? 0 : end === 'last' ? 1 : at) * 100}%` }}
            >
              {timeOf(start)}
            </span>
          ) : null;
        })}
      </div>
    </figure>
  );
}
