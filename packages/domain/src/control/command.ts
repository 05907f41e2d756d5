import { isTimeOfDay } from '../field-rule.ts';
import {
  CONTROL_SOURCES,
  type Control,
  FAN_DIRECTIONS,
  FAN_SPEEDS,
  type Power,
  type Run,
  VENTILATION_MODES,
  workMode,
} from '../purifier-state.ts';

/** The commands that a purifier can receive. */
export const COMMANDS = [
  'POWER',
  'WORK',
  'REMOTE',
  'FAN_SPEED',
  'FAN_DIRECTION',
  'VENTILATION',
  'UV',
  'ANION',
  'LIGHT',
  'OPERATING_TIME',
  'FILTER_PERIOD',
  'FILTER_1_USE',
  'FILTER_2_USE',
  'FILTER_3_USE',
  'START_TIME',
  'END_TIME',
] as const;
export type Command = (typeof COMMANDS)[number];

/** Minutes that a purifier runs before it switches itself off. */
export const MAX_OPERATING_MIN = 24 * 60;
export const MAX_FILTER_H = 100_000;
/** Removes a limit or a reserved time. */
export const NO_LIMIT = 'NONE';

/** Allowed actions of a command: one of some words, an integer, or a time of day. */
export type ActionRule =
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly unit: 'min' | 'h' }
  | { readonly kind: 'time' };

const SWITCH = { kind: 'choice', choices: ['ON', 'OFF'] } as const;
const FILTER_USE = { kind: 'number', min: 0, max: MAX_FILTER_H, unit: 'h' } as const;

export const ACTION_RULES: Readonly<Record<Command, ActionRule>> = {
  POWER: SWITCH,
  WORK: { kind: 'choice', choices: ['AUTO', 'MANUAL', 'STOP', 'WORK'] },
  REMOTE: { kind: 'choice', choices: CONTROL_SOURCES },
  FAN_SPEED: { kind: 'choice', choices: FAN_SPEEDS },
  FAN_DIRECTION: { kind: 'choice', choices: FAN_DIRECTIONS },
  VENTILATION: { kind: 'choice', choices: VENTILATION_MODES },
  UV: SWITCH,
  ANION: SWITCH,
  LIGHT: SWITCH,
  OPERATING_TIME: { kind: 'number', min: 0, max: MAX_OPERATING_MIN, unit: 'min' },
  FILTER_PERIOD: { kind: 'number', min: 1, max: MAX_FILTER_H, unit: 'h' },
  FILTER_1_USE: FILTER_USE,
  FILTER_2_USE: FILTER_USE,
  FILTER_3_USE: FILTER_USE,
  START_TIME: { kind: 'time' },
  END_TIME: { kind: 'time' },
};

const WHOLE_NUMBER = /^(0|[1-9]\d{0,5})$/;

/**
 * Whether a command has this action. Actions are texts, as in the command history: a word (`STRONG`), an integer in the
 * command's unit (`120`), a time of day (`0830`), or `NONE`, which removes a time.
 */
export const isAction = (command: Command, action: string): boolean => {
  const rule = ACTION_RULES[command];
  switch (rule.kind) {
    case 'choice':
      return rule.choices.includes(action);
    case 'number':
      return WHOLE_NUMBER.test(action) && Number(action) >= rule.min && Number(action) <= rule.max;
    case 'time':
      return action === NO_LIMIT || isTimeOfDay(action);
  }
};

/** An action for display: a word with a text of its own, a number with a unit, or a time of day (`08:30`). */
export type ActionValue =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'number'; readonly value: number; readonly unit: 'min' | 'h' }
  | { readonly kind: 'time'; readonly clock: string };

export const readAction = (command: Command, action: string): ActionValue => {
  const rule = ACTION_RULES[command];
  if (rule.kind === 'number') return { kind: 'number', value: Number(action), unit: rule.unit };
  if (rule.kind === 'time' && isTimeOfDay(action)) {
    return { kind: 'time', clock: `${action.slice(0, 2)}:${action.slice(2)}` };
  }
  return { kind: 'word', word: action };
};

/** The part of a purifier's reported state that commands change. Values that it does not report are null or missing. */
export interface ControlledState {
  readonly power: Power;
  readonly control: Control;
  readonly run: Run;
  readonly source: string | null;
  readonly fan_speed: string | null;
  readonly fan_direction: string | null;
  readonly ventilation: string | null;
  readonly uv: boolean | null;
  readonly anion: boolean | null;
  readonly light: boolean | null;
  readonly operating_time_min?: number | null | undefined;
  readonly reserved_start: string | null;
  readonly reserved_end: string | null;
  readonly filter_period_h: number | null;
  readonly filter_use_h: readonly number[];
  /** The commands that the device declares; missing if it declares none. */
  readonly commands?: readonly Command[] | undefined;
}

const switched = (is: boolean | null): string | null => (is === null ? null : is ? 'ON' : 'OFF');

/** OFF and TROUBLE confirm no work command. */
const worksAs = ({ power, control, run }: ControlledState, action: string): boolean => {
  if (action === 'STOP') return run === 'STOP';
  if (power === 'OFF' || run !== 'WORK') return false;
  return action === 'WORK' || action === control;
};

/** A counter of hours continues while the report is on its way. */
const FILTER_USE_SLACK_H = 1;

const reportedOf = (command: Exclude<Command, 'WORK'>, state: ControlledState): string | number | null => {
  switch (command) {
    case 'POWER':
      return state.power;
    case 'REMOTE':
      return state.source;
    case 'FAN_SPEED':
      return state.fan_speed;
    case 'FAN_DIRECTION':
      return state.fan_direction;
    case 'VENTILATION':
      return state.ventilation;
    case 'UV':
      return switched(state.uv);
    case 'ANION':
      return switched(state.anion);
    case 'LIGHT':
      return switched(state.light);
    case 'OPERATING_TIME':
      return state.operating_time_min ?? null;
    case 'FILTER_PERIOD':
      return state.filter_period_h;
    case 'FILTER_1_USE':
      return state.filter_use_h[0] ?? null;
    case 'FILTER_2_USE':
      return state.filter_use_h[1] ?? null;
    case 'FILTER_3_USE':
      return state.filter_use_h[2] ?? null;
    case 'START_TIME':
      return state.reserved_start;
    case 'END_TIME':
      return state.reserved_end;
  }
};

/**
 * A purifier's reported state, in the form of the command's action; for work its mode, including OFF and TROUBLE. null
 * if it does not report it.
 */
export const reportedAction = (command: Command, state: ControlledState): string | null => {
  if (command === 'WORK') return workMode(state);
  const reported = reportedOf(command, state);
  if (typeof reported === 'number') return String(Math.floor(reported));
  // A time that is not reserved is reported as null, and so is a time that the purifier does not have.
  return reported ?? (ACTION_RULES[command].kind === 'time' && isSupported(command, state) ? NO_LIMIT : null);
};

/** Whether a reported state fulfils a command. */
export const isFulfilled = (command: Command, action: string, state: ControlledState): boolean => {
  if (command === 'WORK') return worksAs(state, action);
  const reported = reportedOf(command, state);
  switch (ACTION_RULES[command].kind) {
    case 'choice':
      return reported === action;
    case 'time':
      return action === NO_LIMIT ? reported === null : reported === action;
    case 'number': {
      if (typeof reported !== 'number') return false;
      const slack = command.endsWith('_USE') ? FILTER_USE_SLACK_H : 0;
      // The remaining operating time starts to decrease at once.
      if (command === 'OPERATING_TIME') return reported <= Number(action) && reported >= Number(action) - 1;
      return reported >= Number(action) && reported <= Number(action) + slack;
    }
  }
};

/**
 * Whether a purifier supports a command: as its device declares, or, without a declaration, if it reports the matching
 * state. Every purifier supports power and work.
 */
export const isSupported = (command: Command, state: ControlledState): boolean => {
  if (state.commands) return state.commands.includes(command);
  return command === 'WORK' || reportedOf(command, state) !== null;
};
