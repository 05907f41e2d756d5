import { MAX_NAMED_ITEMS, MAX_SERIES } from '@airdeck/contract/history/bounds';
import { MEASURES, STEPS } from '@airdeck/contract/history/query';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';

/** `month` is the calendar month so far: reports are made by months, and so are the bars of a graph. */
export const PERIODS = ['today', 'yesterday', 'week', 'month', 'free'] as const;
export type Period = (typeof PERIODS)[number];

export const VIEWS = ['list', 'graph'] as const;
export type View = (typeof VIEWS)[number];

export const PAGE_SIZES = [12, 50, 200, 1000] as const;

/** Every meter of the places that are chosen, without naming each. */
export const ALL = 'all';

/** In an address everything is text; links within the console hand over numbers. */
const written = z.union([z.string(), z.number()]).transform(String);
const number = written.pipe(z.string().regex(/^[1-9]\d{0,9}$/)).transform(Number);
const one = number.optional().catch(undefined);

/** What of a list can be read; nothing readable is as if it were not there. */
function some<T>(item: z.ZodType<T, unknown>, most: number) {
  return z
    .union([z.array(z.unknown()), z.unknown().transform((single) => [single])])
    .transform((list) => [...new Set(list.flatMap((each) => item.safeParse(each).data ?? []))].slice(0, most))
    .transform((list) => (list.length === 0 ? undefined : list))
    .optional();
}
const ids = some(number, MAX_NAMED_ITEMS);

const oneOf = <const T extends readonly string[]>(words: T) => z.enum(words).optional().catch(undefined);
const day = z.iso.date().optional().catch(undefined);

/** The query of every history screen. What cannot be read is as if it were not there: an old link still opens. */
export const historySearch = z.object({
  organization: one,
  office: one,
  department: one,
  meter: z.union([z.literal(ALL), ids]),
  sensor: ids,
  purifier: ids,
  /** Types of the sensors that are listed; all without. */
  type: some(z.enum(SENSOR_TYPES), SENSOR_TYPES.length),
  /** What a graph draws, and of which meters or sensors. */
  measure: oneOf(MEASURES),
  series: some(number, MAX_SERIES),
  /** Earlier weeks that a graph compares with. */
  weeks: some(number.pipe(z.int().max(3)), 3),
  /** On average screens the bucket; on the others which readings are listed. */
  step: oneOf(STEPS),
  view: oneOf(VIEWS),
  period: oneOf(PERIODS),
  /** First and last day of a free period. */
  from: day,
  to: day,
  /** 1-based, as on screen. */
  page: one,
  size: number.pipe(z.literal(PAGE_SIZES)).optional().catch(undefined),
  sort: some(z.string(), 8),
});
export type HistorySearch = z.infer<typeof historySearch>;
