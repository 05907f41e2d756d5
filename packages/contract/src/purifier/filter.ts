import { FILTER_LEVELS } from '@airdeck/domain/purifier/filter-life';
import { z } from 'zod';
import { day, id, idText, instant, text } from '../field.ts';
import { paged, pageQuery } from '../paging.ts';
import { route } from '../route.ts';

/** Filters are numbered as the device reports them. */
export const MAX_FILTERS = 3;

/** Source of a replacement: a person on a screen, or the device, whose counter restarted at 0. */
export const REPLACEMENT_SOURCES = ['PERSON', 'DEVICE'] as const;

const replacement = z.object({
  id,
  time: instant,
  source: z.enum(REPLACEMENT_SOURCES),
  /** The person who recorded it; null: only the device did. */
  login: text.nullable(),
  /** How long the filter had been used, in hours. */
  used_h: z.number(),
});

export const filterReplacement = replacement.extend({ number: z.int() });
export type FilterReplacement = z.infer<typeof filterReplacement>;

/** How far a filter is by the purifier's last report (domain/purifier/filter-life). */
export const filterLife = z.object({
  /** 1 to 3. */
  number: z.int(),
  /** Hours since it was replaced. */
  used_h: z.number(),
  /** null: the device does not report the filter's period. */
  period_h: z.number().nullable(),
  level: z.enum(FILTER_LEVELS),
  /** Over the last four weeks; null: less than a week is known. */
  hours_per_day: z.number().nullable(),
  /** Days from now until it is due, below 0 since it was; null: no forecast. */
  days_left: z.number().nullable(),
  /** The organization's day on which it is due. */
  due_day: day.nullable(),
  replaced: replacement.nullable(),
});
export type FilterLifeView = z.infer<typeof filterLife>;

export const purifierFilters = z.object({ purifier_id: id, time_zone: text, filters: z.array(filterLife) });
export type PurifierFilters = z.infer<typeof purifierFilters>;

export const getFilters = route({
  method: 'GET',
  path: '/purifiers/filters',
  access: { action: 'read', entity: 'readings' },
  summary: 'Filter life of purifiers: of a meter, of one purifier, or of all',
  query: z.object({ meterId: idText.optional(), purifierId: idText.optional() }),
  answer: z.object({ purifiers: z.array(purifierFilters) }),
});

export const getReplacements = route({
  method: 'GET',
  path: '/purifiers/:id/filters/replacements',
  access: { action: 'read', entity: 'readings' },
  summary: 'Replaced filters of a purifier, newest first',
  params: z.object({ id: idText }),
  query: pageQuery,
  answer: paged(filterReplacement),
});

export const replaceFilter = route({
  method: 'POST',
  path: '/purifiers/:id/filters/:number/replacements',
  access: { action: 'control', entity: 'purifiers' },
  summary: 'Records the replacement of a filter',
  params: z.object({ id: idText, number: idText.pipe(z.number().max(MAX_FILTERS, 'TOO_LARGE')) }),
  /** The replacement that the asker saw last; another one since then is EDITED_MEANWHILE. */
  body: z.object({ last_id: id.nullable() }),
  answer: purifierFilters,
});
