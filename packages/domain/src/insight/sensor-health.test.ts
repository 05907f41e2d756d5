import { describe, expect, it } from 'vitest';
import { type NightFacts, type NightSlots, nightFacts } from './night-facts.ts';
import { findUnhealthy, HEALTH_NIGHTS, type HealthReason, type MeterNights } from './sensor-health.ts';
import { normal, seeded } from './testing/seeded-random.ts';

type Random = () => number;

const SLOTS = 30;
type Fault = HealthReason;

interface Outdoors {
  dust: number;
  co2: number;
}

/** Ten-minute means of a night of one meter: outdoor dust that comes in, CO2 that falls to its baseline, noise and rounding. */
const nightOf = (
  random: Random,
  { dust, co2 }: Outdoors,
  own: { share: number; offset: number },
  fault: Fault | null,
): NightSlots => {
  const isNoisy = fault === 'NOISY' ? 6 : 1;
  const level = dust * own.share * (fault === 'NEIGHBOURS' ? 2.5 : 1) + (fault === 'NEIGHBOURS' ? 8 : 0);
  const start = 80 + 120 * random();
  const slots = Array.from({ length: SLOTS }, (_, i) => {
    const pm = Math.max(0, level * (1 + 0.15 * Math.sin((i / SLOTS) * 3)) + 0.3 * normal(random) * isNoisy);
    const base = co2 + own.offset + (fault === 'CO2_JUMP' ? 90 : 0) + (fault === 'CO2_WILL_DRIFT' ? 260 : 0);
    return {
      'PM2.5': fault === 'DEAD' ? 17.3 : Math.round(pm * 10) / 10,
      PM10: Math.round((fault === 'PM_ORDER' ? pm * 0.6 - 1.5 : pm * 1.4 + 1) * 10) / 10,
      CO2: Math.round(base + start * Math.exp(-i / 12) + 2 * normal(random)),
    };
  });
  return {
    'PM2.5': slots.map((slot) => slot['PM2.5']),
    PM10: slots.map((slot) => Math.max(0, slot.PM10)),
    CO2: slots.map((slot) => slot.CO2),
  };
};

const METERS = 10;

/** The nights of a building; a fault begins at night `begins`. */
const buildingOf = (
  seed: number,
  nights: number,
  faults: ReadonlyMap<number, { fault: Fault; begins: number }>,
): MeterNights[] => {
  const random = seeded(seed);
  const owns = Array.from({ length: METERS }, () => ({ share: 0.6 + 0.3 * random(), offset: 12 * normal(random) }));
  const rows = owns.map((): NightFacts[] => []);
  let [dust, co2] = [18, 425];
  for (let night = 0; night < nights; night++) {
    dust = Math.min(60, Math.max(4, dust * Math.exp(0.35 * normal(random))));
    co2 = 425 + 15 * normal(random);
    for (const [meter, own] of owns.entries()) {
      const given = faults.get(meter);
      const fault = given && night >= given.begins ? given.fault : null;
      rows[meter]?.push(nightFacts(nightOf(random, { dust, co2 }, own, fault)));
    }
  }
  return rows.map((each, meterId) => ({ meterId, building: seed, nights: each }));
};

/** Findings of all nights, as `meter reason`, each once. */
const foundOver = (building: readonly MeterNights[], nights: number): Set<string> => {
  const found = new Set<string>();
  for (let end = HEALTH_NIGHTS; end <= nights; end += 2) {
    const window = building.map((meter) => ({ ...meter, nights: meter.nights.slice(end - HEALTH_NIGHTS, end) }));
    for (const { meterId, reason } of findUnhealthy(window)) found.add(`${meterId} ${reason}`);
  }
  return found;
};

describe('findUnhealthy', () => {
  it('finds at most one false fault in 100 meter-months of clean air', () => {
    const months = 12;
    const found = Array.from({ length: months }, (_, seed) => foundOver(buildingOf(seed, 30, new Map()), 30).size);
    const total = found.reduce((sum, each) => sum + each, 0);
    expect((total * 100) / (months * METERS)).toBeLessThanOrEqual(1);
  });

  it.each<Fault>(['PM_ORDER', 'DEAD', 'NOISY', 'NEIGHBOURS', 'CO2_JUMP', 'CO2_WILL_DRIFT'])(
    'finds nine of ten seeded faults: %s',
    (fault) => {
      let found = 0;
      for (let seed = 100; seed < 110; seed++) {
        const building = buildingOf(seed, 18, new Map([[3, { fault, begins: 8 }]]));
        if (foundOver(building, 18).has(`3 ${fault}`)) found++;
      }
      expect(found).toBeGreaterThanOrEqual(9);
    },
  );

  const healthy = (): MeterNights[] => buildingOf(7, HEALTH_NIGHTS, new Map());
  const reasons = (meters: readonly MeterNights[]) =>
    findUnhealthy(meters).map(({ meterId, reason }) => [meterId, reason]);

  it('says what was seen and what is usual', () => {
    const building = buildingOf(8, HEALTH_NIGHTS, new Map([[2, { fault: 'NEIGHBOURS', begins: 0 }]]));
    const [finding] = findUnhealthy(building);
    expect(finding).toMatchObject({ meterId: 2, reason: 'NEIGHBOURS', type: 'PM2.5' });
    expect((finding?.seen ?? 0) / (finding?.usual ?? 1)).toBeGreaterThan(2);
  });

  it('compares with no neighbours where there are too few, or a night is missing', () => {
    const odd = buildingOf(8, HEALTH_NIGHTS, new Map([[2, { fault: 'NEIGHBOURS', begins: 0 }]]));
    expect(reasons(odd.slice(0, 3))).toEqual([]);
    expect(reasons(odd.map((meter) => ({ ...meter, nights: [null, ...meter.nights.slice(1)] })))).toEqual([]);
  });

  it('takes a step of the whole building for the air', () => {
    const shifted = healthy().map((meter) => ({
      ...meter,
      nights: meter.nights.map(
        (night, at) => night && { ...night, lowestCo2: (night.lowestCo2 ?? 0) + (at > 3 ? 90 : 0) },
      ),
    }));
    expect(reasons(shifted)).toEqual([]);
  });

  it('is content with a sensor that rests at its lowest value', () => {
    const resting = nightFacts({ 'PM2.5': new Array(SLOTS).fill(0), CO2: new Array(SLOTS).fill(400) });
    expect(reasons([{ meterId: 1, building: 1, nights: new Array(HEALTH_NIGHTS).fill(resting) }])).toEqual([]);
  });
});

describe('nightFacts', () => {
  it('has the noise of successive ten minutes, the median, the lowest CO2 and the share in the wrong order', () => {
    const rising = Array.from({ length: SLOTS }, (_, i) => 400 + i);
    const order = Array.from({ length: SLOTS }, (_, i) => (i < 15 ? 10 : 20));
    const facts = nightFacts({ CO2: rising, 'PM2.5': order, PM10: new Array(SLOTS).fill(12) });
    expect(facts).toMatchObject({
      noise: { CO2: 0 },
      medians: { CO2: 414.5, PM10: 12 },
      lowestCo2: 400,
      disorder: 0.5,
    });
  });

  it('has no noise and no order without readings side by side', () => {
    const sparse = Array.from({ length: SLOTS }, (_, i) => (i % 2 === 0 ? 10 : null));
    expect(nightFacts({ 'PM2.5': sparse })).toEqual({
      ...{ noise: {}, medians: { 'PM2.5': 10 }, lowestCo2: null, disorder: null },
    });
  });
});
