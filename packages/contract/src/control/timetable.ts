import { periodsIssue, TIMETABLE_ACTIONS, TIMETABLE_MODES } from '@airdeck/domain/control/timetable';
import { isLine } from '@airdeck/domain/field-rule';
import { z } from 'zod';
import type { FieldCode } from '../error/field-code.ts';
import { day, id, idText, instant, name, namePart, STAMP_ORDERS, stamps, text, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { MAX_TARGETS } from './routes.ts';

/** Maximum number of periods of a day. */
export const MAX_PERIODS = 8;
export const MAX_EXCEPTIONS = 100;
/** Days of a preview. */
export const PREVIEW_DAYS = 14;
/** Limit of listed runs, newest first. */
export const MAX_RUNS = 20;

const period = z.object({
  /** `HHmm` on the organization's clock. An end of 2359 is midnight. */
  start: z.string().max(4, 'TIME_OF_DAY').refine(isLine, 'TIME_OF_DAY'),
  end: z.string().max(4, 'TIME_OF_DAY').refine(isLine, 'TIME_OF_DAY'),
  mode: z.enum(TIMETABLE_MODES),
});

const periods = z
  .array(period)
  .max(MAX_PERIODS, 'TOO_LONG')
  .superRefine((value, context) => {
    const issue: FieldCode | null = periodsIssue(value);
    if (issue) context.addIssue({ code: 'custom', message: issue });
  });

const exception = z
  .object({
    name,
    /** Both included. */
    from: day,
    to: day,
    /** None: off. */
    periods,
  })
  .superRefine(({ from, to }, context) => {
    if (to < from) context.addIssue({ code: 'custom', path: ['to'], message: 'BEFORE_START' });
  });

const plan = {
  /** Monday to Sunday. */
  week: z.array(periods).length(7, 'INVALID'),
  exceptions: z.array(exception).max(MAX_EXCEPTIONS, 'TOO_LONG').default([]),
};

export const timetableFields = z.object({
  name,
  ...plan,
  purifier_ids: z.array(id).max(MAX_TARGETS, 'TOO_LONG').default([]),
  use: yesNo.default('Y'),
});
export type TimetableFields = z.infer<typeof timetableFields>;
export const newTimetable = timetableFields.extend({ organization_id: id });
export type NewTimetable = z.infer<typeof newTimetable>;

export const timetable = z.object({
  id,
  organization_id: id,
  organization_name: text,
  name: text,
  time_zone: text,
  purifier_count: z.int(),
  use: yesNo,
  ...plan,
  purifier_ids: z.array(id),
  ...stamps,
});
export type TimetableItem = z.infer<typeof timetable>;

export const TIMETABLE_ORDERS = ['organization_name', 'name', 'use', ...STAMP_ORDERS] as const;
export const timetablesQuery = listQuery(TIMETABLE_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  use: yesNo.optional(),
});
export type TimetablesQuery = z.infer<typeof timetablesQuery>;

export const timetables = resource({
  path: '/timetables',
  entity: 'timetables',
  what: ['a weekly timetable of purifiers', 'weekly timetables of purifiers'],
  item: timetable,
  added: newTimetable,
  edited: timetableFields,
  query: timetablesQuery,
});

/** A timetable that is being made. */
export const timetableDraft = z.object({ organization_id: id, ...plan });

const read = { action: 'read', entity: 'timetables' } as const;

export const previewTimetable = route({
  method: 'POST',
  path: '/timetables/preview',
  access: read,
  summary: 'Preview of an unsaved timetable for the next fourteen days',
  body: timetableDraft,
  answer: z.object({
    /** The organization's. */
    time_zone: text,
    days: z.array(
      z.object({
        day,
        start: instant,
        end: instant,
        /** The name of the exception that holds. */
        exception: text.nullable(),
        runs: z.array(z.object({ start: instant, end: instant, mode: z.enum(TIMETABLE_MODES) })),
      }),
    ),
    /** From now on. */
    occurrences: z.array(z.object({ time: instant, action: z.enum(TIMETABLE_ACTIONS) })),
  }),
});
export type TimetablePreview = z.infer<typeof previewTimetable.answer>;

const placedPurifier = z.object({
  id,
  name: text,
  office_name: text,
  department_name: text,
  meter_name: text,
  use: yesNo,
  /** The timetable that it has; null: none. */
  timetable_id: id.nullable(),
  timetable_name: text.nullable(),
});
export type PlacedPurifier = z.infer<typeof placedPurifier>;

export const getTimetablePurifiers = route({
  method: 'GET',
  path: '/timetables/purifiers',
  access: read,
  summary: 'Purifiers of an organization by place, with their timetable',
  query: z.object({ organizationId: idText }),
  answer: z.object({ purifiers: z.array(placedPurifier) }),
});

/** At its time, later than that, or not at all because it was missed for too long. */
export const RUN_OUTCOMES = ['DONE', 'LATE', 'SKIPPED'] as const;

const timetableRun = z.object({
  time: instant,
  action: z.enum(TIMETABLE_ACTIONS),
  outcome: z.enum(RUN_OUTCOMES),
  /** Purifiers that received the command, that receive it once they are reachable, and that were left out. */
  told: z.int(),
  waiting: z.int(),
  left: z.int(),
});
export type TimetableRun = z.infer<typeof timetableRun>;

export const getTimetableRuns = route({
  method: 'GET',
  path: '/timetables/:id/runs',
  access: read,
  summary: 'Recent runs of a timetable, newest first',
  params: z.object({ id: idText }),
  answer: z.object({ runs: z.array(timetableRun) }),
});
