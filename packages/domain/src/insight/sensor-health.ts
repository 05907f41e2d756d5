import { isStuckAt } from '../alarm/stuck.ts';
import type { SensorType } from '../sensor-type.ts';
import { toTicks } from '../stored-value.ts';
import type { NightFacts } from './night-facts.ts';
import { median } from './statistics.ts';

/** The nights that are looked at. */
export const HEALTH_NIGHTS = 7;

/** Why a meter should be visited. */
export const HEALTH_REASONS = ['PM_ORDER', 'DEAD', 'NOISY', 'NEIGHBOURS', 'CO2_JUMP', 'CO2_WILL_DRIFT'] as const;
export type HealthReason = (typeof HEALTH_REASONS)[number];

/** A meter's last HEALTH_NIGHTS nights, the oldest first; null: nothing measured. */
export interface MeterNights {
  readonly meterId: number;
  /** Meters with the same one share the outdoor air. */
  readonly building: number;
  readonly nights: readonly (NightFacts | null)[];
}

export interface HealthFinding {
  readonly meterId: number;
  readonly reason: HealthReason;
  readonly type: SensorType;
  /** The value that was found and the one it is compared with, in the type's unit; of PM_ORDER the share of time and its limit. */
  readonly seen: number;
  readonly usual: number;
}

type Found = Omit<HealthFinding, 'meterId' | 'reason'>;

const nightsOf = ({ nights }: MeterNights): NightFacts[] =>
  nights.slice(-HEALTH_NIGHTS).filter((night): night is NightFacts => night !== null);

/** Sizes of particles are in the wrong order for much of the time, night after night. */
const ORDER_SHARE = 0.2;
const ORDER_NIGHTS = 3;
const brokenOrder = (meter: MeterNights): Found | null => {
  const shares = nightsOf(meter).flatMap(({ disorder }) => disorder ?? []);
  const broken = shares.filter((share) => share > ORDER_SHARE);
  return broken.length < ORDER_NIGHTS ? null : { type: 'PM2.5', seen: median(broken), usual: ORDER_SHARE };
};

/** Types of which noise is compared, with the noise that a good sensor may have anyway, in the type's unit. */
const NOISE_TYPES = { CO2: 8, 'PM2.5': 1, TEMPERATURE: 0.3, HUMIDITY: 1.5 } as const satisfies Partial<
  Record<SensorType, number>
>;
type NoiseType = keyof typeof NOISE_TYPES;
const noiseTypes = Object.keys(NOISE_TYPES) as NoiseType[];

/** A sensor that does not even have noise, at a value at which it never rests. */
const DEAD_NIGHTS = 3;
const dead = (meter: MeterNights): Found | null => {
  for (const type of noiseTypes) {
    const still = nightsOf(meter).filter(
      ({ noise, medians }) => noise[type] === 0 && isStuckAt(type, toTicks(type, medians[type] ?? 0)),
    );
    if (still.length >= DEAD_NIGHTS) return { type, seen: 0, usual: NOISE_TYPES[type] };
  }
  return null;
};

const NOISE_FACTOR = 3;
const NOISY_NIGHTS = 5;
/** Fewer meters have no usual noise. */
const LEAST_FLEET = 5;

/** Median noise of all meters by type and night; null where too few have one. */
const fleetNoise = (meters: readonly MeterNights[], type: NoiseType): (number | null)[] =>
  Array.from({ length: HEALTH_NIGHTS }, (_, at) => {
    const all = meters.flatMap(({ nights }) => nights.at(at - HEALTH_NIGHTS)?.noise[type] ?? []);
    return all.length < LEAST_FLEET ? null : median(all);
  });

const noisy = (meter: MeterNights, fleet: ReadonlyMap<NoiseType, readonly (number | null)[]>): Found | null => {
  for (const type of noiseTypes) {
    const loud: { seen: number; usual: number }[] = [];
    for (let at = 0; at < HEALTH_NIGHTS; at++) {
      const seen = meter.nights.at(at - HEALTH_NIGHTS)?.noise[type];
      const usual = fleet.get(type)?.[at];
      if (seen === undefined || usual == null) continue;
      if (seen > NOISE_FACTOR * usual && seen > NOISE_TYPES[type]) loud.push({ seen, usual });
    }
    if (loud.length < NOISY_NIGHTS) continue;
    return { type, seen: median(loud.map(({ seen }) => seen)), usual: median(loud.map(({ usual }) => usual)) };
  }
  return null;
};

/** Robust z: distance from the median of the building's meters in units of their spread (0.6745 makes MAD a standard deviation). */
const MOST_Z = 3.5;
const MAD_TO_SD = 0.6745;
const LEAST_NEIGHBOURS = 4;
/** The spread of good meters is not smaller: µg/m³, or this share of the level. */
const LEAST_SPREAD = { ug: 1, share: 0.1 } as const;

/** The meters of a building together, night by night. */
interface Building {
  /** Level of PM2.5 and its spread; null: too few meters. */
  readonly levels: readonly ({ readonly usual: number; readonly spread: number } | null)[];
  /** Step of the lowest CO2; null: too few meters. */
  readonly step: number | null;
}

const dustOf = ({ nights }: MeterNights, at: number): number | undefined =>
  nights.at(at - HEALTH_NIGHTS)?.medians['PM2.5'];

const levelsOf = (meters: readonly MeterNights[]): Building['levels'] =>
  Array.from({ length: HEALTH_NIGHTS }, (_, at) => {
    const all = meters.flatMap((each) => dustOf(each, at) ?? []);
    if (all.length < LEAST_NEIGHBOURS) return null;
    const usual = median(all);
    const spread = median(all.map((level) => Math.abs(level - usual)));
    return { usual, spread: Math.max(spread, LEAST_SPREAD.ug, LEAST_SPREAD.share * usual) };
  });

const unlikeNeighbours = (meter: MeterNights, { levels }: Building): Found | null => {
  const seen: { own: number; usual: number; sign: number }[] = [];
  for (let at = 0; at < HEALTH_NIGHTS; at++) {
    const own = dustOf(meter, at);
    const level = levels[at];
    if (own === undefined || !level) return null;
    const z = (MAD_TO_SD * (own - level.usual)) / level.spread;
    if (Math.abs(z) <= MOST_Z) return null;
    seen.push({ own, usual: level.usual, sign: Math.sign(z) });
  }
  if (new Set(seen.map(({ sign }) => sign)).size > 1) return null;
  return { type: 'PM2.5', seen: median(seen.map(({ own }) => own)), usual: median(seen.map(({ usual }) => usual)) };
};

/** Nights on each side of a step of the CO2 baseline. */
const STEP_NIGHTS = 3;
const STEP_PPM = 40;

/** Lowest CO2 of the last nights minus that of the first ones; null: too few nights. */
const baselineStep = ({ nights }: MeterNights): number | null => {
  const window = nights.slice(-HEALTH_NIGHTS);
  const lowest = (some: typeof window) => some.flatMap((night) => night?.lowestCo2 ?? []);
  const [before, after] = [lowest(window.slice(0, STEP_NIGHTS)), lowest(window.slice(-STEP_NIGHTS))];
  return before.length < STEP_NIGHTS || after.length < STEP_NIGHTS ? null : median(after) - median(before);
};

const buildingOf = (meters: readonly MeterNights[]): Building => {
  const steps = meters.flatMap((each) => baselineStep(each) ?? []);
  return { levels: levelsOf(meters), step: steps.length < LEAST_NEIGHBOURS ? null : median(steps) };
};

/** A step that the meters of the same building do not share is one of the sensor, mostly of its automatic correction. */
const baselineJump = (meter: MeterNights, { step: usual }: Building): Found | null => {
  const own = baselineStep(meter);
  if (own === null || usual === null) return null;
  return Math.abs(own - usual) > STEP_PPM ? { type: 'CO2', seen: own, usual } : null;
};

/** A room that is never aired: the automatic correction will take its lowest value for outdoor air. */
const AIRED_PPM = 600;
const willDrift = (meter: MeterNights): Found | null => {
  const lowest = nightsOf(meter).flatMap(({ lowestCo2 }) => lowestCo2 ?? []);
  if (lowest.length < HEALTH_NIGHTS || Math.min(...lowest) <= AIRED_PPM) return null;
  return { type: 'CO2', seen: Math.min(...lowest), usual: AIRED_PPM };
};

/** The meters to visit, and why, from the nights of all meters. */
export function findUnhealthy(meters: readonly MeterNights[]): HealthFinding[] {
  const byBuilding = new Map<number, MeterNights[]>();
  for (const meter of meters) {
    const known = byBuilding.get(meter.building);
    if (known) known.push(meter);
    else byBuilding.set(meter.building, [meter]);
  }
  const buildings = new Map([...byBuilding].map(([id, some]) => [id, buildingOf(some)]));
  const fleet = new Map(noiseTypes.map((type) => [type, fleetNoise(meters, type)]));
  return meters.flatMap((meter) => {
    const building = buildings.get(meter.building);
    const found: Record<HealthReason, Found | null> = {
      PM_ORDER: brokenOrder(meter),
      DEAD: dead(meter),
      NOISY: noisy(meter, fleet),
      NEIGHBOURS: building ? unlikeNeighbours(meter, building) : null,
      CO2_JUMP: building ? baselineJump(meter, building) : null,
      CO2_WILL_DRIFT: willDrift(meter),
    };
    return HEALTH_REASONS.flatMap((reason) => {
      const each = found[reason];
      return each ? [{ meterId: meter.meterId, reason, ...each }] : [];
    });
  });
}
