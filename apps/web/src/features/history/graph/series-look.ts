import type { Step } from '@airdeck/contract/history/query';
import type { SeriesAnswer } from '@airdeck/contract/history/schema';
import { bucketsOf } from '@airdeck/domain/bucket';
import { localDay } from '@airdeck/domain/calendar';
import type { DateForm } from '../../../lib/format/date.ts';
import { spanOfBuckets } from '../../../ui/chart/stack-look.ts';
import type { View } from '../../../ui/chart/view.ts';
import { BUCKET_MS } from './series-points.ts';

/** The period that was asked for, epoch ms. */
export const periodOf = ({ start, end }: SeriesAnswer): View => ({ from: Date.parse(start), to: Date.parse(end) });

/** What the axis spans: the period, and of buckets half of one more, so that the first and the last point are whole. */
export function axisOf(answer: SeriesAnswer): View {
  const { step, time_zone } = answer;
  const { from, to } = periodOf(answer);
  if (step === 'each') return { from, to };
  const buckets = bucketsOf(step, localDay(from, time_zone), localDay(to - 1, time_zone), time_zone);
  return spanOfBuckets(Float64Array.of(buckets[0]?.start ?? from, buckets.at(-1)?.start ?? to), BUCKET_MS[step]);
}

const FORMS = { hour: 'minute', day: 'date', month: 'month', year: 'year' } as const;

/** How a point's time is written: a bucket by its start, a reading to the second where meters send so often. */
export function timeFormOf(step: Step, intervalS: number): DateForm {
  if (step !== 'each') return FORMS[step];
  return intervalS % 60 === 0 ? 'minute' : 'dateTime';
}
