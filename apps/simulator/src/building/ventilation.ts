import type { LocalTime } from './local-clock.ts';
import type { OutdoorAir } from './outdoor.ts';
import { mix, randomAt } from './random.ts';
import type { Room, RoomState } from './room.ts';

const HALF_HOUR_MS = 1_800_000;
/** µg/m³ of outdoor PM2.5 above which windows stay closed. */
const WINDOW_PM25 = 40;

/** Air changes per hour of one step. */
export interface Ventilation {
  readonly cracks: number;
  readonly plant: number;
  readonly windows: number;
  readonly total: number;
}

/** State of the windows: all closed while the plant is off, or all open. */
export type Windows = 'SHUT' | 'OPEN';

/** The plant runs in its hours on days of the week with people. */
export function isPlantOn({ profile }: Room, local: Readonly<LocalTime>): boolean {
  const { weekday, saturday, sunday } = profile.timetable;
  const today = local.weekday === 0 ? sunday : local.weekday === 6 ? saturday : weekday;
  const [on, off] = profile.plantHours;
  return today.length > 0 && local.minute >= on * 60 && local.minute < off * 60;
}

/** People open windows for half an hour at a time when it is mild outside and the outdoor air is not bad. */
function areWindowsOpen({ seed }: Room, { people }: RoomState, time: number, outside: Readonly<OutdoorAir>): boolean {
  if (people === 0 || outside.fine + outside.medium > WINDOW_PM25) return false;
  const mildness = Math.max(0, 1 - Math.abs(outside.temperature - 19) / 12);
  return randomAt(mix(seed, 12), Math.floor(time / HALF_HOUR_MS)) < 0.08 + 0.6 * mildness;
}

export function ventilationOf(
  room: Room,
  state: RoomState,
  time: number,
  plantOn: boolean,
  outside: Readonly<OutdoorAir>,
  held: Windows | null = null,
): Ventilation {
  const { infiltration, plant, plantOff, windows } = room.profile.air;
  if (held === 'SHUT') return { cracks: infiltration, plant: 0, windows: 0, total: infiltration };
  const fromPlant = plantOn ? plant : plantOff;
  const areOpen = held === 'OPEN' || (windows > 0 && areWindowsOpen(room, state, time, outside));
  const open = areOpen ? windows : 0;
  return { cracks: infiltration, plant: fromPlant, windows: open, total: infiltration + fromPlant + open };
}
