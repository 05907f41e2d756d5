/**
 * Limits of one query. A larger one is answered with QUESTION_TOO_BIG, so that it does not slow down other users.
 */

/** Rollup rows that are read: meters (or sensors) × local days, or × months where the buckets are days or longer. */
export const MAX_ROLLUP_ROWS = 50_000;
/** Measured values that a graph asks for in all its series together. */
export const MAX_SERIES_POINTS = 600_000;
/** Series of one graph, earlier weeks not counted. */
export const MAX_SERIES = 3;
/** Days of which the hours of the week are an average. */
export const MAX_WEEK_DAYS = 400;
/** Meters, sensors or purifiers that are named one by one. */
export const MAX_NAMED_ITEMS = 1_000;
/** Rows that can be ordered by something else than time. */
export const MAX_SORTED_ROWS = 200_000;
