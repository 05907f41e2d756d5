import { COMMANDS, isAction } from '@airdeck/domain/control/command';
import { COMMAND_ORIGINS, COMMAND_STATES } from '@airdeck/domain/control/command-state';
import { OBSTACLES } from '@airdeck/domain/control/obstacle';
import { ACTIVITIES, SHOWN_WORK_MODES } from '@airdeck/domain/purifier-state';
import { z } from 'zod';
import { EXPORTED, exportFile, fileAnswer } from '../export-file.ts';
import { day, id, idText, line, namePart, text, timeZone } from '../field.ts';
import { ids, period, unit } from '../history/query.ts';
import { listQuery, paged } from '../paging.ts';
import { route } from '../route.ts';
import { commandRecord, controlTarget } from './schema.ts';

const control = { action: 'control', entity: 'purifiers' } as const;
const record = { action: 'read', entity: 'control_history' } as const;

const placed = {
  organizationName: namePart,
  officeName: namePart,
  departmentName: namePart,
  meterName: namePart,
  airName: namePart,
};

export const TARGET_ORDERS = [
  'organization_name',
  'office_name',
  'department_name',
  'meter_name',
  'name',
  'work_mode',
  'collected_time',
] as const;

export const targetsQuery = listQuery(TARGET_ORDERS).extend({
  ...placed,
  search: namePart,
  organizationId: idText.optional(),
  officeId: idText.optional(),
  departmentId: idText.optional(),
  meterId: idText.optional(),
  purifierId: ids,
  workMode: z.enum(SHOWN_WORK_MODES).optional(),
  activity: z.enum(ACTIVITIES).optional(),
});
export type TargetsQuery = z.infer<typeof targetsQuery>;

export const getControlTargets = route({
  method: 'GET',
  path: '/control/purifiers',
  access: control,
  summary: 'Lists purifiers with their state, supported commands and unconfirmed commands',
  query: targetsQuery,
  answer: paged(controlTarget),
});

/** Limit of purifiers that receive one command together. */
export const MAX_TARGETS = 2_000;
export const MAX_COMMAND_DESCRIPTION = 200;

const commandFields = z.object({
  purifier_ids: z.array(id).min(1, 'REQUIRED').max(MAX_TARGETS, 'TOO_LONG'),
  command: z.enum(COMMANDS),
  action: line(10).min(1, 'REQUIRED'),
});

const hasAction = ({ command, action }: z.infer<typeof commandFields>, context: z.RefinementCtx): void => {
  if (!isAction(command, action)) context.addIssue({ code: 'custom', path: ['action'], message: 'INVALID' });
};

export const previewCommand = route({
  method: 'POST',
  path: '/control/preview',
  access: control,
  summary: 'Preview of a command: which purifiers can receive it, and the obstacles of the others; nothing is sent',
  body: commandFields.superRefine(hasAction),
  answer: z.object({
    targets: z.array(z.object({ purifier_id: id, obstacle: z.enum(OBSTACLES).nullable() })),
  }),
});

export const sendCommands = route({
  method: 'POST',
  path: '/control/commands',
  access: control,
  summary:
    'Sends a command to purifiers; returns a command or an obstacle for each. A repeated batch_id returns the first answer',
  body: commandFields
    .extend({
      batch_id: z.uuid('INVALID'),
      description: line(MAX_COMMAND_DESCRIPTION).optional(),
    })
    .superRefine(hasAction),
  answer: z.object({
    results: z.array(
      z.object({ purifier_id: id, command_id: z.int().nullable(), obstacle: z.enum(OBSTACLES).nullable() }),
    ),
  }),
});

export const COMMAND_ORDERS = [
  'executed_time',
  'organization_name',
  'office_name',
  'department_name',
  'meter_name',
  'air_name',
  'user_login',
  'command',
  'state',
] as const;

const commandFilters = z.object({
  ...placed,
  search: namePart,
  userLogin: namePart,
  command: z.enum(COMMANDS).optional(),
  state: z.enum(COMMAND_STATES).optional(),
  origin: z.enum(COMMAND_ORIGINS).optional(),
  purifierId: idText.optional(),
  batchId: z.uuid('INVALID').optional(),
  /** Days in `timeZone`; default: the organization's. */
  startTime: day.optional(),
  endTime: day.optional(),
  timeZone: timeZone.optional(),
});
export const commandsQuery = listQuery(COMMAND_ORDERS).extend(commandFilters.shape);
export type CommandsQuery = z.infer<typeof commandsQuery>;

const { page: _, size: __, ...exported } = commandsQuery.shape;

export const getCommands = route({
  method: 'GET',
  path: '/control/commands',
  access: record,
  summary: 'Commands with their results, newest first',
  query: commandsQuery,
  answer: paged(commandRecord),
});

export const exportCommands = route({
  method: 'GET',
  path: '/control/commands/export',
  access: record,
  isLong: true,
  summary: `Commands ${EXPORTED}`,
  query: exportFile.extend(exported),
  answer: fileAnswer,
});

const commandCounts = z.object({ CONFIRMED: z.int(), OPEN: z.int(), FAILED: z.int() });

export const getCommandCounts = route({
  method: 'GET',
  path: '/control/commands/counts',
  access: record,
  summary: 'Command counts by hour, day, month or year and result',
  query: commandFilters.extend({ ...period.shape, unit }),
  answer: z.object({
    time_zone: text,
    buckets: z.array(z.object({ start: z.iso.datetime({ offset: true }), counts: commandCounts })),
  }),
});

export const getCommand = route({
  method: 'GET',
  path: '/control/commands/:id',
  access: record,
  summary: 'Reads a command',
  params: z.object({ id: idText }),
  answer: commandRecord,
});
