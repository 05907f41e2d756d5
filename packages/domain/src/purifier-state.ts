export const POWERS = ['ON', 'OFF'] as const;
export type Power = (typeof POWERS)[number];

export const CONTROLS = ['AUTO', 'MANUAL'] as const;
export type Control = (typeof CONTROLS)[number];

/** TROUBLE is reported by the device only. */
export const RUNS = ['WORK', 'STOP', 'TROUBLE'] as const;
export type Run = (typeof RUNS)[number];

/** The seven words of a work mode: reports and commands use all of them, the displayed mode five. */
export const WORK_MODES = ['ON', 'OFF', 'TROUBLE', 'AUTO', 'MANUAL', 'STOP', 'WORK'] as const;
export type WorkMode = (typeof WORK_MODES)[number];

/** The displayed work modes, derived from power, control and run. */
export const SHOWN_WORK_MODES = ['AUTO', 'MANUAL', 'STOP', 'OFF', 'TROUBLE'] as const;
export type ShownWorkMode = (typeof SHOWN_WORK_MODES)[number];

/** The source of control: the console, or a person at the device. */
export const CONTROL_SOURCES = ['REMOTE', 'LOCAL'] as const;

/** From weakest to strongest. */
export const FAN_SPEEDS = ['STOP', 'WEAK', 'MEDIUM', 'STRONG'] as const;
export type FanSpeed = (typeof FAN_SPEEDS)[number];

export const FAN_DIRECTIONS = ['LEFT', 'RIGHT', 'CENTER', 'SWING'] as const;

export const VENTILATION_MODES = ['INNER', 'OUTER'] as const;

/** Displayed mode: OFF when off, TROUBLE when in trouble, STOP when stopped, otherwise AUTO or MANUAL. */
export function workMode(state: {
  readonly power: Power;
  readonly control: Control;
  readonly run: Run;
}): ShownWorkMode {
  if (state.power === 'OFF') return 'OFF';
  return state.run === 'WORK' ? state.control : state.run;
}

/** The reported state of a purifier's fans. */
export interface FanFacts {
  readonly power: Power;
  readonly run: Run;
  readonly fan_speed: FanSpeed | null;
  readonly fans: readonly boolean[];
}

/**
 * A purifier's effective fan speed. It runs when a fan turns, not when power is on: STOP while it is off, stopped or in
 * trouble, and while no fan turns. A running purifier that reports neither speed nor fans counts as WEAK.
 */
export function fanSpeedOf({ power, run, fan_speed, fans }: FanFacts): FanSpeed {
  if (power === 'OFF' || run !== 'WORK') return 'STOP';
  if (fans.length > 0 && !fans.includes(true)) return 'STOP';
  return fan_speed ?? 'WEAK';
}

/** Modes by which purifiers are filtered; SILENT has not reported for three intervals, or never. */
export const CURRENT_MODES = [...SHOWN_WORK_MODES, 'SILENT'] as const;
export type CurrentMode = (typeof CURRENT_MODES)[number];

/** Activity of a purifier: a fan turns, it is on with no fan turning, off, in trouble, or it does not report. */
export const ACTIVITIES = ['BLOWING', 'IDLE', 'OFF', 'TROUBLE', 'SILENT'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** Activity by the last report; `isSilent`: that report is older than three intervals. */
export function activityOf(state: FanFacts | null, isSilent: boolean): Activity {
  if (state === null || isSilent) return 'SILENT';
  if (state.power === 'OFF') return 'OFF';
  if (state.run === 'TROUBLE') return 'TROUBLE';
  return fanSpeedOf(state) === 'STOP' ? 'IDLE' : 'BLOWING';
}
