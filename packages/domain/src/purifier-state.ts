export const POWERS = ['ON', 'OFF'] as const;
export type Power = (typeof POWERS)[number];

export const CONTROLS = ['AUTO', 'MANUAL'] as const;
export type Control = (typeof CONTROLS)[number];

/** TROUBLE is only ever reported by the device. */
export const RUNS = ['WORK', 'STOP', 'TROUBLE'] as const;
export type Run = (typeof RUNS)[number];

/** The seven words for a work mode: facts and commands use all of them, the shown mode five. */
export const WORK_MODES = ['ON', 'OFF', 'TROUBLE', 'AUTO', 'MANUAL', 'STOP', 'WORK'] as const;
export type WorkMode = (typeof WORK_MODES)[number];

/** What a purifier's three facts are shown as. */
export type ShownWorkMode = Exclude<WorkMode, 'ON' | 'WORK'>;

/** Who commands the purifier: the console, or somebody at the device itself. */
export const CONTROL_SOURCES = ['REMOTE', 'LOCAL'] as const;

/** From weakest to strongest. */
export const FAN_SPEEDS = ['STOP', 'WEAK', 'MEDIUM', 'STRONG'] as const;
export type FanSpeed = (typeof FAN_SPEEDS)[number];

export const FAN_DIRECTIONS = ['LEFT', 'RIGHT', 'CENTER', 'SWING'] as const;

export const VENTILATION_MODES = ['INNER', 'OUTER'] as const;

/** Three facts shown as one value: OFF when off, TROUBLE when in trouble, STOP when stopped, else who leads it. */
export function workMode(state: {
  readonly power: Power;
  readonly control: Control;
  readonly run: Run;
}): ShownWorkMode {
  if (state.power === 'OFF') return 'OFF';
  return state.run === 'WORK' ? state.control : state.run;
}
