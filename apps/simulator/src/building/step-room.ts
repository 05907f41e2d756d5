import { stepMoisture, stepTemperature } from './climate.ts';
import type { Conditions } from './conditions.ts';
import { stepCo2, stepHcho } from './gases.ts';
import type { LocalTime } from './local-clock.ts';
import { balance } from './mass-balance.ts';
import { SUPPLY_FILTERS } from './profile.ts';
import { cleanAir, stepPurifier } from './purifier.ts';
import { mix, smoothNoise } from './random.ts';
import type { Room, RoomState } from './room.ts';
import { emissionOf, type Source } from './source.ts';
import { shareAt } from './timetable.ts';
import { isPlantOn, ventilationOf, type Windows } from './ventilation.ts';

/** Share of outdoor particles that enter through cracks. */
const PENETRATION = { fine: 0.85, medium: 0.7, coarse: 0.4 };
/** Deposition rate, per hour. */
const SETTLING = { fine: 0.1, medium: 0.25, coarse: 1.2 };
/** Smaller particles that people stir up, for each mg of the coarse ones. */
const STIRRED = { fine: 0.04, medium: 0.18, coarse: 1 };

/** Each size: gains by air, stirring up and emission; losses by air, deposition and filtering. */
function stepParticles(room: Room, state: RoomState, conditions: Conditions): void {
  const { air, outside, emission, clean, hours } = conditions;
  const filter = SUPPLY_FILTERS[room.profile.air.filter];
  const stirred = (state.people * room.profile.person.dust_mg_h * 1000) / room.volume_m3;
  const after = (size: 'fine' | 'medium' | 'coarse'): number => {
    const supply = air.cracks * PENETRATION[size] + air.plant * (1 - filter[size]) + air.windows;
    const gain = supply * outside[size] + stirred * STIRRED[size] + emission[size];
    return balance(state[size], gain, air.total + SETTLING[size] + clean, hours);
  };
  state.fine = after('fine');
  state.medium = after('medium');
  state.coarse = after('coarse');
}

const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = 1_800_000;

/** Deviations from the room's timetable and weather. */
export interface Unusual {
  readonly windows: Windows | null;
  /** Additional people. */
  readonly people: number;
}

const USUAL: Unusual = { windows: null, people: 0 };

function peopleAt({ people, seed, shares }: Room, time: number, local: Readonly<LocalTime>): number {
  const share = shareAt(shares, local);
  if (share === 0) return 0;
  return Math.round(people * share * (0.9 + 0.2 * smoothNoise(mix(seed, 11), time / HALF_HOUR_MS)));
}

function cleanAirChanges(room: Room, state: RoomState): number {
  let sum = 0;
  state.purifiers.forEach((purifier, i) => {
    const unit = room.purifiers[i];
    if (unit !== undefined) sum += cleanAir(unit, purifier);
  });
  return sum / room.volume_m3;
}

function stepPurifiers(room: Room, state: RoomState, minute: number, hours: number): void {
  const seen = { time: state.time, minute, hours, pm25: state.fine + state.medium };
  state.purifiers.forEach((purifier, i) => {
    const unit = room.purifiers[i];
    if (unit !== undefined) stepPurifier(unit, purifier, seen);
  });
}

/**
 * Advances `state` to the later `time` (epoch ms), with the outdoor air and people of `time`, and with `extra` and
 * `unusual` activities besides the daily ones. Mutates `state`. Deterministic for the same room, state and times.
 */
export function stepRoom(
  room: Room,
  state: RoomState,
  time: number,
  extra: Source | null = null,
  unusual: Unusual | null = null,
): void {
  const hours = (time - state.time) / HOUR_MS;
  if (!(hours > 0)) return;
  const local = room.environment.clock(time);
  const outside = room.environment.outdoor(time);
  const plantOn = isPlantOn(room, local);
  const { windows, people } = unusual ?? USUAL;
  state.people = peopleAt(room, time, local) + people;
  const conditions: Conditions = {
    hours,
    outside,
    plantOn,
    air: ventilationOf(room, state, time, plantOn, outside, windows),
    emission: emissionOf(room.profile.sources, local, extra),
    clean: cleanAirChanges(room, state),
  };
  stepCo2(room, state, conditions);
  stepParticles(room, state, conditions);
  stepHcho(room, state, conditions);
  stepTemperature(room, state, conditions);
  stepMoisture(room, state, conditions);
  state.time = time;
  stepPurifiers(room, state, local.minute, hours);
}
