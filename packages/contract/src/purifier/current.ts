import { CONTROLLERS } from '@airdeck/domain/control/controller';
import { FILTER_LEVELS } from '@airdeck/domain/purifier/filter-life';
import { ACTIVITIES, CURRENT_MODES } from '@airdeck/domain/purifier-state';
import { z } from 'zod';
import { id, idText, instant, namePart, text } from '../field.ts';
import { shownWorkMode } from '../history/schema.ts';
import { listQuery, paged } from '../paging.ts';
import { route } from '../route.ts';
import { controller, purifierState } from './schema.ts';

export const CURRENT_ORDERS = [
  /** Trouble, then filters that have expired, silence, those that never reported, and the others. */
  'urgency',
  'organization_name',
  'office_name',
  'department_name',
  'meter_name',
  'name',
  'activity',
  'work_mode',
  'fan_speed',
  /** The share of its period of the filter that is furthest. */
  'filter',
  'collected_time',
] as const;

export const currentPurifiersQuery = listQuery(CURRENT_ORDERS).extend({
  /** A part of any of the names. */
  search: namePart,
  workMode: z.enum(CURRENT_MODES).optional(),
  activity: z.enum(ACTIVITIES).optional(),
  controller: z.enum(CONTROLLERS).optional(),
  organizationId: idText.optional(),
  officeId: idText.optional(),
  departmentId: idText.optional(),
  meterId: idText.optional(),
  purifierId: idText.optional(),
});
export type CurrentPurifiersQuery = z.infer<typeof currentPurifiersQuery>;

/** A purifier with its last reported state and since when. */
export const currentPurifier = z.object({
  id,
  name: text,
  model: text.nullable(),
  meter_id: id,
  meter_name: text,
  organization_name: text,
  office_name: text,
  department_name: text,
  time_zone: text,
  /** null until it has reported once. */
  state: purifierState.nullable(),
  work_mode: shownWorkMode.nullable(),
  /** Since when it does what it does, by its reports of the last two weeks. */
  since: instant.nullable(),
  /** Whether it did so before that already. */
  since_longer: z.boolean(),
  collected_time: instant.nullable(),
  stale: z.boolean(),
  controlled_by: controller,
  /** Level of the most used filter; null: it reports none. */
  filter_level: z.enum(FILTER_LEVELS).nullable(),
  /** Days left of the filter that is due first; null: no forecast. */
  filter_days_left: z.number().nullable(),
});
export type CurrentPurifier = z.infer<typeof currentPurifier>;

export const getCurrentPurifiers = route({
  method: 'GET',
  path: '/purifiers/current',
  access: { action: 'read', entity: 'readings' },
  summary: 'Last reported states of purifiers, trouble first',
  query: currentPurifiersQuery,
  answer: paged(currentPurifier).extend({
    /** Purifiers of the places and the search by what they do, and by what controls them: each adds up to all of them. */
    activities: z.record(z.enum(ACTIVITIES), z.int()),
    controllers: z.record(z.enum(CONTROLLERS), z.int()),
  }),
});
export type CurrentPurifiers = z.infer<typeof getCurrentPurifiers.answer>;
