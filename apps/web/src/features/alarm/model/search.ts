import { ALARM_STATES } from '@airdeck/contract/alarm/routes';
import { ALARM_CATEGORIES } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { BUCKET_UNITS } from '@airdeck/domain/bucket';
import { z } from 'zod';
import { type ChangeSearch, listFields, number, part, useAddress } from '../../../lib/url/search-fields.ts';

/** Filters by a part of a name, in the order of the places. */
export const NAME_FILTERS = [
  'organizationName',
  'officeName',
  'departmentName',
  'meterName',
  'sensorName',
  'airName',
] as const;
export type NameFilter = (typeof NAME_FILTERS)[number];
/** Places as Monitoring links to them. */
export const PLACE_FILTERS = ['organizationId', 'officeId', 'departmentId', 'meterId', 'sensorId'] as const;

/** The query of both alarm screens. Invalid parts are ignored, so that an old link still opens. */
export const alarmSearch = z.object({
  search: part,
  organizationName: part,
  officeName: part,
  departmentName: part,
  meterName: part,
  sensorName: part,
  airName: part,
  organizationId: number,
  officeId: number,
  departmentId: number,
  meterId: number,
  sensorId: number,
  severity: z.enum(SEVERITIES).optional().catch(undefined),
  category: z.enum(ALARM_CATEGORIES).optional().catch(undefined),
  state: z.enum(ALARM_STATES).optional().catch(undefined),
  /** The first day; `any` is none, and without it the screen has its own. */
  startTime: z
    .union([z.iso.date(), z.literal('any')])
    .optional()
    .catch(undefined),
  endTime: z.iso.date().optional().catch(undefined),
  /** Y: one row for each alarm of the live list, instead of groups. */
  each: z.literal('Y').optional().catch(undefined),
  /** The alarms of the group of this one only. */
  group: number,
  view: z.literal('graph').optional().catch(undefined),
  unit: z.enum(BUCKET_UNITS).optional().catch(undefined),
  ...listFields,
  /** The open alarm. */
  open: number,
});
export type AlarmSearch = z.infer<typeof alarmSearch>;

export type ChangeAlarmSearch = ChangeSearch<AlarmSearch>;
export const useAlarmSearch = () => useAddress(alarmSearch);

/** Filters other than the days and the state. */
export const isNarrowed = (search: AlarmSearch): boolean =>
  [...NAME_FILTERS, ...PLACE_FILTERS, 'search', 'severity', 'category'].some(
    (name) => search[name as keyof AlarmSearch] !== undefined,
  );

export const NOTHING_NARROWED: Partial<AlarmSearch> = {
  ...Object.fromEntries([...NAME_FILTERS, ...PLACE_FILTERS].map((name) => [name, undefined])),
  ...{ search: undefined, severity: undefined, category: undefined, group: undefined, page: undefined },
};

/** Whether a part of the alarms is shown that is not all of a state and some days. */
export const isPart = (search: AlarmSearch): boolean => isNarrowed(search) || search.group !== undefined;

/** Whether the live list shows groups. */
export const isGrouped = ({ each, group }: AlarmSearch): boolean => each === undefined && group === undefined;
