import { MAX_NAMED_ITEMS, MAX_SERIES } from '@airdeck/contract/history/bounds';
import { LEVELS, MEASURES, STEPS } from '@airdeck/contract/history/query';
import { SHOWN_WORK_MODES } from '@airdeck/domain/purifier-state';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';

/**
 * Named ranges of days. `month` is the calendar month so far, because reports are made by calendar months; weeks begin on
 * Monday.
 */
export const RANGE_PRESETS = [
  'today',
  'yesterday',
  'week',
  'lastWeek',
  'days30',
  'month',
  'lastMonth',
  'free',
] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** The value of a heatmap's cells: the mean, or the share of hours beyond the limit. */
export const HEATS = ['mean', 'beyond'] as const;
export type Heat = (typeof HEATS)[number];

/** `week` and `calendar` are of averages of meters and sensors only, `calendar` of places too. */
export const HISTORY_VIEWS = ['list', 'graph', 'calendar', 'week'] as const;
export type HistoryView = (typeof HISTORY_VIEWS)[number];

export const PAGE_SIZES = [12, 50, 200, 1000] as const;

/** Every meter of the selected places, without naming each. */
export const ALL = 'all';

/** Everything in an address is text, but links within the console pass numbers. */
const written = z.union([z.string(), z.number()]).transform(String);
const number = written.pipe(z.string().regex(/^[1-9]\d{0,9}$/)).transform(Number);
const one = number.optional().catch(undefined);

/** The valid items of a list; undefined when there is none. */
function some<T>(item: z.ZodType<T, unknown>, most: number) {
  return z
    .union([z.array(z.unknown()), z.unknown().transform((single) => [single])])
    .transform((list) => [...new Set(list.flatMap((each) => item.safeParse(each).data ?? []))].slice(0, most))
    .transform((list) => (list.length === 0 ? undefined : list))
    .optional();
}
const ids = some(number, MAX_NAMED_ITEMS);

const oneOf = <const T extends readonly string[]>(words: T) => z.enum(words).optional().catch(undefined);
/** '' is a day that does not exist: it must be corrected, because other days would look like its answer. */
const day = z.iso.date().optional().catch('');

/** The query of every history screen. Invalid parts but days are ignored, so that an old link still opens. */
export const historySearch = z.object({
  organization: one,
  office: one,
  department: one,
  meter: z.union([z.literal(ALL), ids]),
  sensor: ids,
  purifier: ids,
  /** Level of the averages; default: meters. */
  level: oneOf(LEVELS),
  /** Types of the sensors that are listed; all when left out. */
  type: some(z.enum(SENSOR_TYPES), SENSOR_TYPES.length),
  /** The measure that a graph draws, and its meters or sensors. */
  measure: oneOf(MEASURES),
  series: some(number, MAX_SERIES),
  /** Earlier weeks that a graph compares with. */
  weeks: some(number.pipe(z.int().max(3)), 3),
  /** The bucket of averages; on screens of measured values, which readings are listed. */
  step: oneOf(STEPS),
  /** States of these work modes only. */
  mode: some(z.enum(SHOWN_WORK_MODES), SHOWN_WORK_MODES.length),
  view: oneOf(HISTORY_VIEWS),
  /** The values of the cells of a calendar or a week; default: the mean. */
  heat: oneOf(HEATS),
  period: oneOf(RANGE_PRESETS),
  /** First and last day of a free period. */
  from: day,
  to: day,
  /** 1-based, as on screen. */
  page: one,
  size: number.pipe(z.literal(PAGE_SIZES)).optional().catch(undefined),
  sort: some(z.string(), 8),
});
export type HistorySearch = z.infer<typeof historySearch>;
