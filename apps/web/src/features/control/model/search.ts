import { BUCKET_UNITS } from '@airdeck/domain/bucket';
import { COMMANDS } from '@airdeck/domain/control/command';
import { COMMAND_ORIGINS, COMMAND_STATES } from '@airdeck/domain/control/command-state';
import { ACTIVITIES } from '@airdeck/domain/purifier-state';
import { z } from 'zod';
import { listFields, number, part } from '../../../lib/url/search-fields.ts';

/** Filters by a part of a name, in the order of the places. */
export const NAME_FILTERS = ['organizationName', 'officeName', 'departmentName', 'meterName', 'airName'] as const;
export type NameFilter = (typeof NAME_FILTERS)[number];

const list = {
  search: part,
  organizationName: part,
  officeName: part,
  departmentName: part,
  meterName: part,
  airName: part,
  ...listFields,
};

/** The query of purifier control. Invalid parts are ignored, so that an old link still opens. */
export const airSearch = z.object({
  ...list,
  organizationId: number,
  officeId: number,
  departmentId: number,
  meterId: number,
  activity: z.enum(ACTIVITIES).optional().catch(undefined),
  /** Chosen from the beginning. */
  purifierId: number,
});
export type AirSearch = z.infer<typeof airSearch>;

/** The query of the control history. */
export const commandSearch = z.object({
  ...list,
  userLogin: part,
  command: z.enum(COMMANDS).optional().catch(undefined),
  state: z.enum(COMMAND_STATES).optional().catch(undefined),
  origin: z.enum(COMMAND_ORIGINS).optional().catch(undefined),
  purifierId: number,
  batchId: z.uuid().optional().catch(undefined),
  /** The first day; `any` is none, and without it the screen has its own. */
  startTime: z
    .union([z.iso.date(), z.literal('any')])
    .optional()
    .catch(undefined),
  endTime: z.iso.date().optional().catch(undefined),
  view: z.literal('graph').optional().catch(undefined),
  unit: z.enum(BUCKET_UNITS).optional().catch(undefined),
  /** The open command. */
  open: number,
});
export type CommandSearch = z.infer<typeof commandSearch>;

/** Parts of an address that do not filter: they control the display. */
const SHOWN_AS: readonly string[] = ['page', 'size', 'sort', 'view', 'unit', 'open', 'startTime', 'endTime'];

/** Filters of a list, except the days and a preselected purifier. */
const narrowing = (search: object, chosen: readonly string[]): string[] =>
  Object.entries(search).flatMap(([name, value]) =>
    value === undefined || SHOWN_AS.includes(name) || chosen.includes(name) ? [] : [name],
  );

export const isNarrowed = (search: AirSearch): boolean => narrowing(search, ['purifierId']).length > 0;
export const isNarrowedHistory = (search: CommandSearch): boolean => narrowing(search, []).length > 0;

/** Takes all filters away. */
export const withoutFilters = <Search extends object>(search: Search): Partial<Search> =>
  Object.fromEntries([...narrowing(search, []), 'page'].map((name) => [name, undefined])) as Partial<Search>;
