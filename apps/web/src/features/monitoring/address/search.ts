import { GRADES } from '@airdeck/domain/grade';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { texts } from '../../../lib/url/search-text.ts';

/** A grade that places are filtered by; NONE is meters that do not report. */
export const SHARES = [...GRADES, 'NONE'] as const;
export type Share = (typeof SHARES)[number];

const text = z.string().min(1).optional().catch(undefined);

/** What cannot be read is as if it were not there: an old link still opens its screen. */
function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(words).optional().catch(undefined);
}
function someOf<const T extends readonly string[]>(words: T) {
  return texts
    .pipe(z.array(z.enum(words)))
    .optional()
    .catch(undefined);
}

/** The query of every Monitoring screen: one language for links between them. */
export const monitoringSearch = z.object({
  /** Parts of names, one for each level. */
  organization: text,
  office: text,
  department: text,
  meter: text,
  grade: someOf(SHARES),
  type: someOf(SENSOR_TYPES),
  view: oneOf(['cards', 'table']),
  sort: texts.optional().catch(undefined),
  /** Sensor of the big chart, as the device protocol writes it: `CO2`, `CO2:2`. */
  sensor: text,
  show: oneOf(['graph', 'list']),
});
export type MonitoringSearch = z.infer<typeof monitoringSearch>;

export const NAME_FILTERS = ['organization', 'office', 'department', 'meter'] as const;
export type NameFilter = (typeof NAME_FILTERS)[number];
