import { BUCKET_UNITS } from '@airdeck/domain/bucket';
import { SHOWN_WORK_MODES } from '@airdeck/domain/purifier-state';
import type { DayRange } from '@airdeck/domain/range';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { idText } from '../field.ts';
import { sortBy } from '../paging.ts';
import { MAX_NAMED_ITEMS, MAX_SERIES } from './bounds.ts';

/** In a query a list is a repeated key; a single value arrives as plain text. */
const list = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(max, 'TOO_LONG').optional(),
  );

export const ids = list(idText, MAX_NAMED_ITEMS);

/** Years before 2000 and after 2099 are typing errors. */
const day = z.iso.date().refine((text) => text >= '2000-01-01' && text <= '2099-12-31', 'INVALID');

/** Local days of each meter's organization, both included. `startTime` lies not after `endTime`, nor in the future. */
export const period = z.object({ startTime: day, endTime: day });

/** The days that a query asks for. */
export const dayRangeOf = ({ startTime, endTime }: z.infer<typeof period>): DayRange => ({
  from: startTime,
  to: endTime,
});

/** Places: all that the viewer may see, narrowed by the given filters. An id outside of them is a 404. */
export const places = z.object({
  organizationId: idText.optional(),
  officeId: idText.optional(),
  departmentId: idText.optional(),
});

export const meterScope = places.extend({ meterId: ids });
export const sensorScope = meterScope.extend({
  sensorId: ids,
  type: list(z.enum(SENSOR_TYPES), SENSOR_TYPES.length),
});
export const purifierScope = meterScope.extend({ purifierId: ids });

export const unit = z.enum(BUCKET_UNITS);
/** Every reading as it was measured, or only the last of each hour, day, month or year. */
export const STEPS = ['each', ...BUCKET_UNITS] as const;
export const step = z.enum(STEPS);
export type Step = z.infer<typeof step>;

const byTime = sortBy(['time']);
const byStart = sortBy(['start']);

/** Names of a row by which averages can be ordered. */
export const PLACE_NAMES = ['organization_name', 'office_name', 'department_name', 'meter_name'] as const;
export const METER_AVERAGE_ORDERS = ['start', ...PLACE_NAMES, 'index', ...SENSOR_TYPES] as const;
/** Levels of averages above meters. */
export const LEVELS = ['organization', 'office', 'department'] as const;
export const level = z.enum(LEVELS);
export type Level = z.infer<typeof level>;
export const PLACE_AVERAGE_ORDERS = [
  'start',
  'organization_name',
  'office_name',
  'department_name',
  'index',
  ...SENSOR_TYPES,
] as const;
export const SENSOR_AVERAGE_VALUES = ['mean', 'min', 'max', 'count'] as const;
export const SENSOR_AVERAGE_ORDERS = ['start', ...PLACE_NAMES, 'sensor_name', ...SENSOR_AVERAGE_VALUES] as const;

const measured = period.extend({ step: step.default('each'), sort: byTime });
const averaged = period.extend({ unit });

/** Query of each list; a page and its export use the same. */
export const meterReadingsQuery = measured.extend(meterScope.shape);
export const sensorReadingsQuery = measured.extend(sensorScope.shape);
export const meterAveragesQuery = averaged.extend(meterScope.shape).extend({ sort: sortBy(METER_AVERAGE_ORDERS) });
/**
 * Means of levels. Filters name places: of each place of the level that holds a meter of theirs all meters count, so that a
 * department's mean is the same number with any filter.
 */
export const placeAveragesQuery = averaged
  .extend(meterScope.shape)
  .extend({ level, sort: sortBy(PLACE_AVERAGE_ORDERS) });
/** One row over the whole period: of the meters, or, with a level, of all meters of their places. */
export const averagesSummaryQuery = period.extend(meterScope.shape).extend({ level: level.optional() });
/** The same means as columns: nothing to order and no pages. */
export const meterColumnsQuery = averaged.extend(meterScope.shape);
export const sensorAveragesQuery = averaged.extend(sensorScope.shape).extend({ sort: sortBy(SENSOR_AVERAGE_ORDERS) });
export const purifierStatesQuery = period.extend(purifierScope.shape).extend({
  /** States of these work modes only. */
  workMode: list(z.enum(SHOWN_WORK_MODES), SHOWN_WORK_MODES.length),
  sort: byTime,
});
export const purifierMinutesQuery = averaged.extend(purifierScope.shape).extend({ sort: byStart });

/** Measures of a graph of meters. */
export const MEASURES = [...SENSOR_TYPES, 'INDEX'] as const;
export const measure = z.enum(MEASURES);
export type Measure = z.infer<typeof measure>;

const seriesIds = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(idText).min(1, 'REQUIRED').max(MAX_SERIES, 'TOO_LONG'),
);
/** Earlier weeks to compare with: 1, 2, 3. Not for months and years, which weeks do not divide. */
const weeks = list(z.enum(['1', '2', '3']).transform(Number), 3);
const drawn = period.extend({
  /** `each` draws readings; a unit draws averages. */
  step: step.default('each'),
  weeksAgo: weeks,
});

export const meterSeriesQuery = drawn.extend({ meterId: seriesIds, measure });
/** Lines of places are averages: readings of several meters have no common times. */
export const placeSeriesQuery = period.extend({
  level,
  placeId: seriesIds,
  measure,
  step: unit,
  weeksAgo: weeks,
});
export const sensorSeriesQuery = drawn.extend({ sensorId: seriesIds });

/** The week of one meter, sensor or place over days that may be a year. */
export const meterWeekQuery = period.extend({ meterId: idText, measure });
export const sensorWeekQuery = period.extend({ sensorId: idText });
export const placeWeekQuery = period.extend({ level, placeId: idText, measure });
