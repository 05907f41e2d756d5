import { moistureOf } from './humid-air.ts';
import { createLocalClock, type LocalTime } from './local-clock.ts';
import { mix, randomAt, smoothNoise } from './random.ts';

/** Particles in three disjoint sizes, µg/m³: up to 1 µm, 1 to 2.5 µm, 2.5 to 10 µm. */
export interface Particles {
  fine: number;
  medium: number;
  coarse: number;
}

export interface OutdoorAir extends Particles {
  /** ppm */
  co2: number;
  /** mg/m³ */
  hcho: number;
  /** °C */
  temperature: number;
  /** g/kg */
  moisture: number;
}

const SLOT_MS = 10 * 60_000;
const MAX_KNOWN_SLOTS = 50_000;
const HOURS_PER_SLOT = 1 / 6;
const TURN = 2 * Math.PI;

/** 1 at the height of the season, −1 half a year away. */
const season = (local: LocalTime, peakDay: number): number =>
  Math.cos((TURN * ((local.month - 1) * 30.4 + local.date - peakDay)) / 365);

/** 1 at the hour, −1 twelve hours away. */
const daily = (local: LocalTime, peakHour: number): number => Math.cos((TURN * (local.minute / 60 - peakHour)) / 24);

/** Strength of a dust episode, 0 to 1. Episodes last two to three days and are most frequent in spring. */
function dust(seed: number, hours: number, local: LocalTime): number {
  const block = Math.floor(hours / 120);
  if (randomAt(seed, block) > 0.22 + 0.2 * season(local, 100)) return 0;
  return Math.sin(Math.PI * (hours / 120 - block)) ** 2;
}

/** Roughly the climate of Seoul: July at 26 °C and humid, January at −2 °C and dry, particles in winter and spring. */
function weather(seed: number, hours: number, local: LocalTime): OutdoorAir {
  const temperature = 12.5 + 14 * season(local, 205) + 4 * daily(local, 15) + 4 * smoothNoise(mix(seed, 1), hours / 60);
  const humidity = 62 + 9 * season(local, 205) - 12 * daily(local, 15) + 18 * smoothNoise(mix(seed, 2), hours / 40);
  const stagnation = Math.exp(
    0.8 * smoothNoise(mix(seed, 3), hours / 36) + 0.25 * smoothNoise(mix(seed, 4), hours / 3),
  );
  const pm25 = (15 + 6 * season(local, 40)) * stagnation * (1 + 0.15 * daily(local, 9)) + 25 * dust(seed, hours, local);
  return {
    fine: 0.68 * pm25,
    medium: 0.32 * pm25,
    coarse: 14 * stagnation + 75 * dust(seed, hours, local),
    co2: 424 + 10 * daily(local, 6) + 8 * smoothNoise(mix(seed, 5), hours / 12),
    hcho: 0.004,
    temperature,
    moisture: moistureOf(temperature, Math.min(96, Math.max(22, humidity))),
  };
}

/**
 * Outdoor air as a function of time: weather by season and hour, slow variation over days, dust episodes. Computed
 * every ten minutes and interpolated. Returns one object that the next call overwrites.
 */
export function createOutdoor(seed: number, zone: string): (time: number) => Readonly<OutdoorAir> {
  const clock = createLocalClock(zone);
  const known = new Map<number, OutdoorAir>();
  const at = (slot: number): OutdoorAir => {
    const found = known.get(slot);
    if (found !== undefined) return found;
    const made = weather(seed, slot * HOURS_PER_SLOT, clock(slot * SLOT_MS));
    if (known.size >= MAX_KNOWN_SLOTS) known.clear();
    known.set(slot, made);
    return made;
  };
  const air: OutdoorAir = { fine: 0, medium: 0, coarse: 0, co2: 0, hcho: 0, temperature: 0, moisture: 0 };
  return (time) => {
    const slot = Math.floor(time / SLOT_MS);
    const share = time / SLOT_MS - slot;
    const a = at(slot);
    const b = at(slot + 1);
    air.fine = a.fine + (b.fine - a.fine) * share;
    air.medium = a.medium + (b.medium - a.medium) * share;
    air.coarse = a.coarse + (b.coarse - a.coarse) * share;
    air.co2 = a.co2 + (b.co2 - a.co2) * share;
    air.hcho = a.hcho;
    air.temperature = a.temperature + (b.temperature - a.temperature) * share;
    air.moisture = a.moisture + (b.moisture - a.moisture) * share;
    return air;
  };
}
