import { type Control, FAN_SPEEDS, type FanSpeed } from '@airdeck/domain/purifier-state';
import { DEFAULT_THRESHOLDS } from '@airdeck/domain/threshold';

const { normal, bad, very_bad } = DEFAULT_THRESHOLDS['PM2.5'];

/** PM2.5 (µg/m³) above which WEAK, MEDIUM and STRONG begin. */
type AutoBounds = readonly [weak: number, medium: number, strong: number];
const USUAL: AutoBounds = [normal, bad, very_bad];
/** Hysteresis: a speed is left downwards only below this share of its bound. */
const RELEASE = 0.9;
/** Minimum time between two changes, ms. */
const AUTO_HOLD_MS = 3 * 60_000;

/** The next fan speed of a purifier in auto mode at a PM2.5 (µg/m³) when it runs at `now`. */
export function autoSpeed(pm25: number, now: FanSpeed, bounds: AutoBounds = USUAL): FanSpeed {
  const current = FAN_SPEEDS.indexOf(now);
  const begins = [Number.NEGATIVE_INFINITY, ...bounds];
  const speed = FAN_SPEEDS.findLast((_, rank) => pm25 > (begins[rank] ?? 0) * (rank <= current ? RELEASE : 1));
  return speed ?? 'STOP';
}

/** A purifier's fixed properties and settings. */
export interface PurifierUnit {
  /** Clean air at full speed, m³/h. */
  readonly cadr_m3_h: number;
  /** AUTO follows the room's PM2.5; other values are a constant speed. */
  readonly mode: 'AUTO' | Exclude<FanSpeed, 'STOP'>;
  /** Hours of the local day at which it switches on and off; null: always on. */
  readonly hours: readonly [on: number, off: number] | null;
  /** Hours between filter changes. */
  readonly filter_period_h: number;
  /** A filter that is due soon at the start, or one that is already due and is not replaced. */
  readonly filter?: 'DUE' | 'NEGLECTED';
}

/** State set by commands, where it differs from the initial one. Replaced, never mutated. */
export interface Told {
  /** Until its timer changes it. */
  readonly power?: boolean;
  readonly control?: Control;
  readonly isStopped?: boolean;
  readonly speed?: FanSpeed;
  /** Minutes of the local day; null: no timer. */
  readonly start?: number | null;
  readonly end?: number | null;
  readonly filter_period_h?: number;
  /** PM2.5 bounds of its own automatic mode. */
  readonly auto?: AutoBounds;
  /** When it switches itself off, epoch ms. */
  readonly offAt?: number | null;
  /** Commanded properties without effect on the air: reported as commanded. */
  readonly besides?: Readonly<Record<string, string>>;
}

export interface PurifierState {
  power: boolean;
  speed: FanSpeed;
  /** Time of the last speed change, epoch ms. */
  changed: number;
  /** Hours of use of the filter. */
  filter_h: number;
  told?: Told;
  /** The last state of its timer; only if it received a command. */
  timer?: boolean;
}

/** Share of the full clean air and air flow at each speed. */
const FLOW: Readonly<Record<FanSpeed, number>> = { STOP: 0, WEAK: 0.35, MEDIUM: 0.65, STRONG: 1 };
/** A filter is replaced a few days after it was due. */
const OVERDUE = 1.02;

/** Present clean air of the purifier, m³/h. */
export function cleanAir(unit: PurifierUnit, state: PurifierState): number {
  return unit.cadr_m3_h * FLOW[state.speed];
}

/** The minutes of the local day at which its timer switches it on and off. */
export function timerOf(unit: PurifierUnit, { told }: PurifierState): readonly [on: number | null, off: number | null] {
  const [on, off] = unit.hours === null ? [null, null] : [unit.hours[0] * 60, unit.hours[1] * 60];
  return [told?.start === undefined ? on : told.start, told?.end === undefined ? off : told.end];
}

function isOn(unit: PurifierUnit, state: PurifierState, minute: number): boolean {
  const [on, off] = timerOf(unit, state);
  return (on === null || minute >= on) && (off === null || minute < off);
}

/** A purifier keeps a commanded state until its timer changes. */
function stepPower(unit: PurifierUnit, state: PurifierState, minute: number, time: number): void {
  const timer = isOn(unit, state, minute);
  const { told } = state;
  if (told === undefined) {
    state.power = timer;
    return;
  }
  const isEdge = state.timer !== undefined && state.timer !== timer;
  state.timer = timer;
  const isOver = typeof told.offAt === 'number' && time >= told.offAt;
  if (isEdge || isOver) {
    const { power: _, ...rest } = told;
    state.told = isOver ? { ...rest, offAt: null, power: false } : rest;
  }
  state.power = state.told?.power ?? timer;
}

export const controlOf = (unit: PurifierUnit, { told }: PurifierState): Control =>
  told?.control ?? (unit.mode === 'AUTO' ? 'AUTO' : 'MANUAL');

function nextSpeed(unit: PurifierUnit, state: PurifierState, time: number, pm25: number): FanSpeed {
  if (!state.power || state.told?.isStopped) return 'STOP';
  if (controlOf(unit, state) === 'MANUAL') return state.told?.speed ?? (unit.mode === 'AUTO' ? 'MEDIUM' : unit.mode);
  return time - state.changed < AUTO_HOLD_MS ? state.speed : autoSpeed(pm25, state.speed, state.told?.auto);
}

/** Ends a step of `hours` at `time`: counts the filter's use and applies the room's PM2.5 and the timer. */
export function stepPurifier(
  unit: PurifierUnit,
  state: PurifierState,
  { time, minute, hours, pm25 }: { time: number; minute: number; hours: number; pm25: number },
): void {
  state.filter_h += hours * FLOW[state.speed];
  const due = (state.told?.filter_period_h ?? unit.filter_period_h) * OVERDUE;
  if (unit.filter !== 'NEGLECTED' && state.filter_h > due) state.filter_h = 0;
  stepPower(unit, state, minute, time);
  settleSpeed(unit, state, time, pm25);
}

/** Sets the fan to its present speed. */
export function settleSpeed(unit: PurifierUnit, state: PurifierState, time: number, pm25: number): void {
  const speed = nextSpeed(unit, state, time, pm25);
  if (speed === state.speed) return;
  state.speed = speed;
  state.changed = time;
}
