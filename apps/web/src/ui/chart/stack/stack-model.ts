import type { Language } from '@airdeck/contract/user/schema';
import type { DateForm } from '../../../lib/format/date.ts';
import type { FillMark } from '../model/mark.ts';
import type { TimeRange } from '../model/time-range.ts';

/** What a bucket is made up of, from the bottom up. */
export interface StackPart {
  name: string;
  mark: FillMark;
}

/** Time that was spent in each part, for one thing. */
export interface StackPanel {
  name: string;
  /** ms; for each part as many as there are buckets. NaN where nothing is known of the bucket. */
  parts: readonly Float64Array[];
}

/** Everything about bars that are to be drawn: buckets of time, and what each is made up of. */
export interface StackModel {
  parts: readonly StackPart[];
  /** At most three, one below the other. */
  panels: readonly StackPanel[];
  /** Epoch ms, ascending; a bar stands over the start of its bucket. */
  starts: Float64Array;
  /** How long each bucket is, ms. */
  lengths: Float64Array;
  /** Usual length of a bucket, ms. */
  stepMs: number;
  /** Marks on the vertical axis: which share of a bucket, and what that is. */
  ticks: readonly { share: number; text: string }[];
  language: Language;
  /** IANA name. */
  timeZone: string;
  timeForm: DateForm;
  /** What the axis spans, whatever is known: from half a bucket before the first to half a bucket after the last. */
  whole: TimeRange;
  /** What was asked for. */
  period: TimeRange;
}
