import { COMMANDS } from '@airdeck/domain/control/command';
import { COMMAND_ORIGINS, COMMAND_STATES } from '@airdeck/domain/control/command-state';
import { OBSTACLES } from '@airdeck/domain/control/obstacle';
import { z } from 'zod';
import { id, instant, text, yesNo } from '../field.ts';
import { controller, purifierState, purifierView } from '../purifier/schema.ts';

const commandId = z.int().positive();

/** An unfinished command: the requested value beside the reported one. */
const openCommand = z.object({
  id: commandId,
  command: z.enum(COMMANDS),
  action: text,
  state: z.enum(COMMAND_STATES),
  executed_time: instant,
  expires_time: instant,
});
export type OpenCommand = z.infer<typeof openCommand>;

/** A purifier as the control screen shows it. */
export const controlTarget = purifierView.extend({
  organization_id: id,
  use: yesNo,
  controlled_by: controller,
  /** Obstacle to every command; null: none. REMOTE is allowed while the purifier is controlled at the device. */
  obstacle: z.enum(OBSTACLES).nullable(),
  /** Commands that it supports. */
  commands: z.array(z.enum(COMMANDS)),
  wishes: z.array(openCommand),
});
export type ControlTarget = z.infer<typeof controlTarget>;

/** A command and what became of it. Names are those of its time. */
export const commandRecord = z.object({
  id: commandId,
  /** The same for commands that were sent together. */
  batch_id: z.uuid(),
  organization_id: id,
  meter_id: id,
  purifier_id: id,
  organization_name: text,
  office_name: text,
  department_name: text,
  meter_name: text,
  air_name: text,
  origin: z.enum(COMMAND_ORIGINS),
  /** null: no person. */
  user_login: text.nullable(),
  ip: text.nullable(),
  command: z.enum(COMMANDS),
  action: text,
  description: text.nullable(),
  state: z.enum(COMMAND_STATES),
  /** Refusal of the device, or the reason why the command did not reach it. */
  refusal: text.nullable(),
  /** Reported state before and after. */
  before: purifierState.nullable(),
  after: purifierState.nullable(),
  executed_time: instant,
  sent_time: instant.nullable(),
  accepted_time: instant.nullable(),
  ended_time: instant.nullable(),
});
export type CommandRecord = z.infer<typeof commandRecord>;
