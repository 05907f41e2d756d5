import type { FanSpeed } from '@airdeck/domain/purifier-state';
import { AUTO_HOLD_MS, autoSpeed } from './auto-speed.ts';

/** A purifier as it was bought and set up. */
export interface PurifierUnit {
  /** Clean air at full speed, m³/h. */
  readonly cadr_m3_h: number;
  /** AUTO follows the room's PM2.5, else it keeps this speed. */
  readonly mode: 'AUTO' | Exclude<FanSpeed, 'STOP'>;
  /** Hours of the local day at which it is switched on and off, null = always on. */
  readonly hours: readonly [on: number, off: number] | null;
  /** Hours between filter changes. */
  readonly filter_period_h: number;
}

export interface PurifierState {
  power: boolean;
  speed: FanSpeed;
  /** When the speed was changed last, epoch ms. */
  changed: number;
  /** Hours that the filter has been used. */
  filter_h: number;
}

/** Share of the full clean air and air flow at each speed. */
const FLOW: Readonly<Record<FanSpeed, number>> = { STOP: 0, WEAK: 0.35, MEDIUM: 0.65, STRONG: 1 };
/** A filter is changed a few days after it was due. */
const OVERDUE = 1.02;

/** Clean air that the purifier gives now, m³/h. */
export function cleanAir(unit: PurifierUnit, state: PurifierState): number {
  return unit.cadr_m3_h * FLOW[state.speed];
}

function isOn(unit: PurifierUnit, minute: number): boolean {
  if (unit.hours === null) return true;
  const [on, off] = unit.hours;
  return minute >= on * 60 && minute < off * 60;
}

function nextSpeed(unit: PurifierUnit, state: PurifierState, time: number, pm25: number): FanSpeed {
  if (!state.power) return 'STOP';
  if (unit.mode !== 'AUTO') return unit.mode;
  return time - state.changed < AUTO_HOLD_MS ? state.speed : autoSpeed(pm25, state.speed);
}

/** Ends a step of `hours` at `time`: the filter has worked, and the purifier looks at the room's PM2.5 and its timer. */
export function stepPurifier(
  unit: PurifierUnit,
  state: PurifierState,
  { time, minute, hours, pm25 }: { time: number; minute: number; hours: number; pm25: number },
): void {
  state.filter_h += hours * FLOW[state.speed];
  if (state.filter_h > unit.filter_period_h * OVERDUE) state.filter_h = 0;
  state.power = isOn(unit, minute);
  const speed = nextSpeed(unit, state, time, pm25);
  if (speed === state.speed) return;
  state.speed = speed;
  state.changed = time;
}
