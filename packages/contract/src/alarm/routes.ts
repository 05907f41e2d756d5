import { z } from 'zod';
import { heldCondition } from '../alarm-rule/schema.ts';
import { ERROR_CODES } from '../error/code.ts';
import { EXPORTED, exportFile, fileAnswer } from '../export-file.ts';
import { deviceCode, done, id, idText, instant, line, namePart, text, timeZone, version, yesNo } from '../field.ts';
import { period, unit } from '../history/query.ts';
import { raisedAlarm } from '../live/event.ts';
import { PLACE_KINDS } from '../monitoring/schema.ts';
import { listQuery, paged } from '../paging.ts';
import { route } from '../route.ts';
import { severity } from '../standard/schema.ts';
import { ALARM_CATEGORIES, alarm } from './schema.ts';

const read = { action: 'read', entity: 'alarms' } as const;
const handle = { action: 'handle', entity: 'alarms' } as const;

export const ALARM_ORDERS = [
  'severity',
  'occured_time',
  'organization_name',
  'office_name',
  'department_name',
  'meter_name',
  'sensor_name',
  'air_name',
  'category',
  'code',
  'ended_time',
  'acknowledged_time',
  'cleared_time',
] as const;

/** Maximum number of rows that are counted and paged through. */
export const MAX_COUNTED_ALARMS = 10_000;
/** Maximum number that can be sorted by anything but time. */
export const MAX_ORDERED_ALARMS = 100_000;

/** How far people are with an alarm. */
export const ALARM_STATES = [
  /** It is not cleared. */
  'OPEN',
  /** It needs an action now: it holds, and is neither acknowledged nor shelved. */
  'PENDING',
  /** Someone has acknowledged it, and it still holds. */
  'HANDLED',
  /** It is open, has ended and is not shelved. */
  'ENDED',
  'SHELVED',
  /** It is open, has ended and was acknowledged. */
  'SETTLED',
  'CLEARED',
] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

const alarmFilters = z.object({
  ...period.partial().shape,
  /** The clock of the days; that of the asker's organization when left out. */
  timeZone: timeZone.optional(),
  /** A part of any of the names, the code or the description. */
  search: namePart,
  organizationName: namePart,
  officeName: namePart,
  departmentName: namePart,
  meterName: namePart,
  sensorName: namePart,
  airName: namePart,
  category: z.enum(ALARM_CATEGORIES).optional(),
  severity: severity.optional(),
  state: z.enum(ALARM_STATES).optional(),
  code: namePart,
  organizationId: idText.optional(),
  officeId: idText.optional(),
  departmentId: idText.optional(),
  meterId: idText.optional(),
  sensorId: idText.optional(),
  /** Symptoms of this alarm. */
  causeId: idText.optional(),
  /** Alarms of the same group: that of this alarm. */
  groupOf: idText.optional(),
  /** Earlier occurrences of this alarm. */
  occurrenceOf: idText.optional(),
  /** Y leaves out symptoms of other alarms in the list. */
  folded: z.enum(['Y', 'N']).optional(),
});

export const alarmsQuery = listQuery(ALARM_ORDERS).extend(alarmFilters.shape);
export type AlarmsQuery = z.infer<typeof alarmsQuery>;

const { page: _, size: __, ...exported } = alarmsQuery.shape;
const fileQuery = exportFile.extend(exported);

const params = z.object({ id: idText });

/** Alarms of the same kind, state and department, as one row of the list. */
export const alarmGroup = z.object({
  /** The same as long as the group exists. */
  key: z.int(),
  count: z.int(),
  severity: severity,
  /** When the first of them occurred. */
  first_time: instant,
});
export type AlarmGroup = z.infer<typeof alarmGroup>;

export const getAlarms = route({
  method: 'GET',
  path: '/alarms',
  access: read,
  summary: 'Uncleared alarms, newest first, then by the names of their places; grouped=Y: one row for each group',
  query: alarmsQuery.extend({ grouped: yesNo.optional() }),
  /** Grouped, `content` has the newest alarm of each group (the oldest one, if these come first), `groups` the groups. */
  answer: paged(alarm).extend({
    groups: z.array(alarmGroup).optional(),
    /** Alarms of all groups, at most 10,000; left out beyond the last page. */
    alarms: z.int().optional(),
  }),
});
export type AlarmsAnswer = z.infer<typeof getAlarms.answer>;

export const exportAlarms = route({
  method: 'GET',
  path: '/alarms/export',
  access: read,
  isLong: true,
  summary: `Uncleared alarms ${EXPORTED}`,
  query: fileQuery,
  answer: fileAnswer,
});

export const getAlarmHistory = route({
  method: 'GET',
  path: '/alarms/history',
  access: read,
  summary: 'Alarm history, newest first; totalElements stops at 10,000',
  query: alarmsQuery,
  answer: paged(alarm),
});

export const exportAlarmHistory = route({
  method: 'GET',
  path: '/alarms/history/export',
  access: read,
  isLong: true,
  summary: `Alarm history ${EXPORTED}`,
  query: fileQuery,
  answer: fileAnswer,
});

const severityCounts = z.object({
  CRITICAL: z.int(),
  MAJOR: z.int(),
  MINOR: z.int(),
  WARNING: z.int(),
  INFO: z.int(),
});
export type SeverityCounts = z.infer<typeof severityCounts>;

/** How many devices a graph names. */
export const MAX_ALARM_DEVICES = 20;

export const alarmHistoryCounts = z.object({
  time_zone: text,
  buckets: z.array(z.object({ start: instant, counts: severityCounts })),
  /** Those with the most alarms, at most 20. */
  devices: z.array(
    z.object({
      organization_name: text.nullable(),
      department_name: text.nullable(),
      meter_id: id.nullable(),
      meter_name: text.nullable(),
      counts: severityCounts,
    }),
  ),
});
export type AlarmHistoryCounts = z.infer<typeof alarmHistoryCounts>;

const alarmCountsQuery = alarmFilters
  .omit({ folded: true, causeId: true, groupOf: true, occurrenceOf: true })
  .extend({ ...period.shape, unit });
export type AlarmCountsQuery = z.infer<typeof alarmCountsQuery>;

export const getAlarmHistoryCounts = route({
  method: 'GET',
  path: '/alarms/history/counts',
  access: read,
  isLong: true,
  summary: 'Alarm counts by hour, day, month or year and severity, and by device',
  query: alarmCountsQuery,
  answer: alarmHistoryCounts,
});

/** Alarms that need an action, without symptoms. */
export const alarmCounts = z.object({
  open: z.int(),
  /** Their symptoms: alarms of devices whose state is unknown until the cause has ended. */
  unknown: z.int(),
  counts: severityCounts,
  /** Places, meters and sensors that have some. */
  places: z.array(z.object({ kind: z.enum([...PLACE_KINDS, 'sensor']), id, counts: severityCounts })),
});
export type AlarmCounts = z.infer<typeof alarmCounts>;

export const getAlarmCounts = route({
  method: 'GET',
  path: '/alarms/counts',
  access: read,
  summary: 'Counts of alarms that need an action, by severity and place',
  answer: alarmCounts,
});

export const getRaisedAlarms = route({
  method: 'GET',
  path: '/alarms/raised',
  access: read,
  summary: 'Alarms after `after` that need an action, worst first; none without it',
  query: z.object({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }),
  answer: z.object({
    /** The newest that needs an action, or the one in the query. */
    last_id: z.int(),
    raised_count: z.int(),
    raised: z.array(raisedAlarm),
  }),
});
export type RaisedAlarms = z.infer<typeof getRaisedAlarms.answer>;

/** What to do about an alarm, and whom to call, in the language of the request. */
export const alarmInstruction = z.object({
  /** null: neither the organization nor the product has a text for its code. */
  text: text.nullable(),
  contact: text.nullable(),
  phone: text.nullable(),
});
export type AlarmInstruction = z.infer<typeof alarmInstruction>;

export const getAlarmInstruction = route({
  method: 'GET',
  path: '/alarms/:id/instruction',
  access: read,
  summary: 'What to do about an alarm, and whom to call',
  params,
  answer: alarmInstruction,
});

export const getInstruction = route({
  method: 'GET',
  path: '/alarms/instructions',
  access: read,
  summary: 'What to do about an error of an organization, and whom to call, before there is an alarm',
  query: z.object({ code: deviceCode, organizationId: idText }),
  answer: alarmInstruction,
});

/** What raised an alarm, and how its subject is connected now. */
export const alarmEvidence = z.object({
  /** The rule that applies to its code, organization and type now; null: no rule of values. */
  rule: heldCondition.nullable(),
  /** When its meter, gateway or local server was last heard; null: never, or it is about neither. */
  heard_time: instant.nullable(),
  /** The local server that it is about, or through which its meter spoke last. */
  local_server: z
    .object({ name: text, connected: z.boolean(), connected_time: instant.nullable(), down_time: instant.nullable() })
    .nullable(),
  /** Meters that speak through the gateway or local server that it is about. */
  meters_behind: z.int(),
});
export type AlarmEvidence = z.infer<typeof alarmEvidence>;

export const getAlarmEvidence = route({
  method: 'GET',
  path: '/alarms/:id/evidence',
  access: read,
  summary: 'The rule behind an alarm, and how its subject is connected',
  params,
  answer: alarmEvidence,
});

export const getAlarm = route({
  method: 'GET',
  path: '/alarms/:id',
  access: read,
  summary: 'Reads an alarm',
  params,
  answer: alarm,
});

export const ALARM_ACTIONS = ['ACKNOWLEDGE', 'CLEAR', 'SHELVE', 'UNSHELVE'] as const;
export type AlarmAction = (typeof ALARM_ACTIONS)[number];

export const MAX_NOTE_LENGTH = 500;
const handlingFields = z.object({
  action: z.enum(ALARM_ACTIONS).default('CLEAR'),
  note: line(MAX_NOTE_LENGTH).optional(),
  /** Until when it is shelved, at most MAX_SHELVE_DAYS from now. */
  until: instant.optional(),
});
export type AlarmHandling = z.infer<typeof handlingFields>;

export const MAX_SHELVE_DAYS = 30;

/** Shelving needs a reason and an end. */
const isComplete = ({ action, note, until }: AlarmHandling, context: z.RefinementCtx): void => {
  if (action !== 'SHELVE') return;
  if (until === undefined) context.addIssue({ code: 'custom', path: ['until'], message: 'REQUIRED' });
  if (!note?.trim()) context.addIssue({ code: 'custom', path: ['note'], message: 'REQUIRED' });
};

/** The input of a form about one alarm, or several. */
export const alarmHandling = handlingFields.superRefine(isComplete);

export const handleAlarm = route({
  method: 'PUT',
  path: '/alarms/:id',
  access: handle,
  summary: 'Clears (default), acknowledges, shelves or unshelves an alarm',
  params,
  /** With the version that the user saw, an edit conflict is an error. */
  body: handlingFields.extend({ version: version.optional() }).superRefine(isComplete),
  answer: alarm,
});

export const MAX_HANDLED = 1_000;

export const handleAlarms = route({
  method: 'PUT',
  path: '/alarms',
  access: handle,
  summary: 'Clears, acknowledges, shelves or unshelves several alarms; one result each',
  body: handlingFields
    .extend({ ids: z.array(id).min(1, 'REQUIRED').max(MAX_HANDLED, 'TOO_LONG') })
    .superRefine(isComplete),
  /** `code` is null where it went well. */
  answer: z.object({ results: z.array(z.object({ id, code: z.enum(ERROR_CODES).nullable() })) }),
});

export const deleteAlarm = route({
  method: 'DELETE',
  path: '/alarms/:id',
  access: { action: 'delete', entity: 'alarms' },
  summary: 'Clears an alarm and hides it from the live list; it stays in the history',
  params,
  answer: done,
});

export const restoreAlarm = route({
  method: 'POST',
  path: '/alarms/:id/restore',
  access: { action: 'delete', entity: 'alarms' },
  summary: 'Undoes the deletion of an alarm; reopens it unless it was cleared before or another one is open',
  params,
  answer: alarm,
});
