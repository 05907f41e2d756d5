import type { Language } from '@airdeck/contract/user/schema';
import type { DateForm } from '../../../lib/format/date.ts';
import type { FillMark } from '../model/mark.ts';
import type { TimeRange } from '../model/time-range.ts';

/** One part of a bucket; parts are stacked from the bottom up. */
interface StackPart {
  name: string;
  mark: FillMark;
}

/** Time spent in each part, for one thing. */
export interface StackPanel {
  name: string;
  /** Time per part and bucket, ms. NaN for an unknown bucket. */
  parts: readonly Float64Array[];
}

/** Everything that a chart of stacked bars draws: buckets of time and their parts. */
export interface StackModel {
  parts: readonly StackPart[];
  /** At most three, one below the other. */
  panels: readonly StackPanel[];
  /** Epoch ms, ascending; a bar is drawn at the start of its bucket. */
  starts: Float64Array;
  /** Lengths of the buckets, ms. */
  lengths: Float64Array;
  /** Usual length of a bucket, ms. */
  stepMs: number;
  /** Marks on the vertical axis: shares of a bucket, and their texts. */
  ticks: readonly { share: number; text: string }[];
  language: Language;
  /** IANA name. */
  timeZone: string;
  timeForm: DateForm;
  /** The range of the axis: from half a bucket before the first to half a bucket after the last. */
  whole: TimeRange;
  /** The requested range. */
  period: TimeRange;
}
