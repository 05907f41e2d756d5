import { type PurifierMinutes, SHOWN_WORK_MODES } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { MINUTE_MS } from '../../../lib/clock.ts';
import type { FillMark } from '../../../ui/chart/model/mark.ts';
import type { StackModel } from '../../../ui/chart/stack/stack-model.ts';
import { COLORS, TONES } from '../../../ui/theme/tokens.ts';

/** What a bucket is made up of, from the bottom up. */
export const STATES = [...SHOWN_WORK_MODES, 'unknown'] as const;
export type State = (typeof STATES)[number];

const RISING = 'M-2,2L2,-2M0,8L8,0M6,10L10,6';

/** Each by colour and by pattern: read without colours too. */
export const STATE_MARKS: Record<State, FillMark> = {
  AUTO: { kind: 'fill', color: COLORS.primary },
  MANUAL: { kind: 'fill', color: '#a9c6ea', pattern: { path: 'M0,2H8M0,6H8', ink: COLORS.primary } },
  STOP: { kind: 'fill', color: '#b4bccb' },
  OFF: { kind: 'fill', color: '#e9ecf1', pattern: { path: 'M2,2h.1M6,6h.1', ink: '#7b8699' } },
  TROUBLE: { kind: 'fill', color: TONES[5].line, pattern: { path: 'M0,0L8,8M0,8L8,0', ink: '#fff' } },
  unknown: { kind: 'fill', color: '#fff', pattern: { path: RISING, ink: '#b9c1ce' } },
};

/** Marks beside a bar: minutes of an hour, hours of a day, percents of what has no one length. */
export function ticksOf(unit: BucketUnit, minute: string, hour: string): { share: number; text: string }[] {
  const whole = unit === 'hour' ? 60 : unit === 'day' ? 24 : 100;
  const name = unit === 'hour' ? minute : unit === 'day' ? hour : '%';
  return [0, 0.25, 0.5, 0.75, 1].map((share) => ({ share, text: share === 0 ? '0' : `${share * whole} ${name}` }));
}

type Buckets = Pick<StackModel, 'starts' | 'lengths'> & { parts: Map<number, Float64Array[]> };

/** Rows as columns: every bucket that any purifier has, and for each purifier the ms in each state. */
export function bucketsOfRows(rows: readonly PurifierMinutes[]): Buckets {
  const ends = new Map(rows.map(({ start, end }) => [Date.parse(start), Date.parse(end)]));
  const starts = Float64Array.from(ends.keys()).sort();
  const lengths = starts.map((start) => (ends.get(start) ?? start) - start);
  const places = new Map(Array.from(starts, (start, i) => [start, i]));
  const parts = new Map<number, Float64Array[]>();
  for (const { purifier_id, start, minutes, unknown } of rows) {
    const columns = parts.get(purifier_id) ?? STATES.map(() => new Float64Array(starts.length).fill(Number.NaN));
    parts.set(purifier_id, columns);
    const place = places.get(Date.parse(start)) ?? -1;
    for (const [i, state] of STATES.entries()) {
      const column = columns[i];
      if (column !== undefined) column[place] = (state === 'unknown' ? unknown : minutes[state]) * MINUTE_MS;
    }
  }
  return { starts, lengths, parts };
}
