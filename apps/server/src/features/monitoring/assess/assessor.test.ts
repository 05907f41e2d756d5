import { describe, expect, test } from 'vitest';
import { applyMeters } from '../../../registry/apply-meters.ts';
import type { MeterRows } from '../../../registry/registry-queries.ts';
import { aContext } from '../../../testing/context.ts';
import { aSnapshot } from '../../../testing/snapshot.ts';
import { createCurrentAir } from '../current/current-air.ts';
import { assessSensor } from './air-status.ts';
import { createAssessor } from './assessor.ts';
import { placesOf } from './places.ts';

const NOW = Date.UTC(2026, 2, 2, 3, 5);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const [PM10, CO2, TEMPERATURE] = [101, 401, 501];

const NO_ROWS: MeterRows = {
  ...{ meters: [], periods: [], sensors: [], unusedSensors: [], purifiers: [], credentials: [] },
  ...{ deletedMeters: [], deletedPeriods: [], deletedSensors: [], deletedPurifiers: [] },
};

const snapshot = aSnapshot([
  {
    id: 1,
    offices: [
      {
        id: 1,
        departments: [
          {
            id: 1,
            meters: [
              { id: 1, sensors: ['PM10', 'CO2', 'TEMPERATURE'] },
              { id: 2, sensors: ['CO2'] },
              { id: 3, sensors: ['CO2'] },
              { id: 4, sensors: ['CO2'], use: 'N' },
            ],
          },
        ],
      },
    ],
  },
]);

const setUp = (of = snapshot) => {
  const current = createCurrentAir();
  const assessor = createAssessor(current);
  const place = placesOf(aContext(of, { scope: { reach: 'own', organizationId: 1 } })).byKind.department.get(1);
  const meter = of.meters.get(1);
  if (!place || !meter) throw new Error('not in the snapshot');
  const measure = (meterId: number, time: number, readings: Record<number, number>) =>
    current.apply([{ meterId, time, channels: Object.keys(readings).map(Number), ticks: Object.values(readings) }]);
  const meterAt = (now: number) => assessor.meter(meter, aContext(of, { now }));
  const placeAt = (now: number) => {
    const [assessed] = assessor.places([place], aContext(of, { now }));
    if (!assessed) throw new Error('not assessed');
    return assessed.air;
  };
  return { current, measure, meter, meterAt, placeAt };
};

describe('a meter', () => {
  test('has the index of its worst fresh sensor', () => {
    const { measure, meterAt } = setUp();
    measure(1, NOW, { [PM10]: 300, [CO2]: 1624, [TEMPERATURE]: 9900 });
    const { worst, online, lastTime } = meterAt(NOW);
    expect([online, lastTime]).toEqual([true, NOW]);
    expect(worst).toMatchObject({ type: 'CO2', value: 1624, grade: 'VERY_BAD' });
    expect(worst?.index).toBeCloseTo(258.857, 3);
  });

  test('leaves out a channel without readings for three intervals', () => {
    const { measure, meterAt } = setUp();
    measure(1, NOW - 3 * MINUTE - 1, { [CO2]: 1624 });
    measure(1, NOW, { [PM10]: 300 });
    expect(meterAt(NOW).worst).toMatchObject({ type: 'PM10', grade: 'GOOD' });
  });

  test('leaves out channels that no sensor is registered for', () => {
    const { measure, meterAt } = setUp();
    measure(1, NOW, { [PM10 + 1]: 9000 });
    expect(meterAt(NOW)).toMatchObject({ online: true, worst: null });
  });

  test('becomes silent just after its third interval, without any event', () => {
    const { measure, meterAt } = setUp();
    measure(1, NOW, { [CO2]: 600 });
    expect(meterAt(NOW + 3 * MINUTE).online).toBe(true);
    expect(meterAt(NOW + 3 * MINUTE + 1)).toMatchObject({ online: false, worst: null, lastTime: NOW });
    // The clock was set back.
    expect(meterAt(NOW).online).toBe(true);
  });

  test('is assessed once while nothing changes', () => {
    const { measure, meterAt } = setUp();
    measure(1, NOW, { [CO2]: 600 });
    const first = meterAt(NOW);
    expect(meterAt(NOW + MINUTE)).toBe(first);
    measure(1, NOW, { [CO2]: 600 });
    expect(meterAt(NOW + MINUTE)).toBe(first);
    measure(1, NOW + MINUTE, { [CO2]: 600 });
    expect(meterAt(NOW + MINUTE)).not.toBe(first);
  });

  test("takes its organization's thresholds from the day they take effect", () => {
    const strict = { organization_id: 1, type: 'CO2' as const, valid_from: '2026-03-03', bounds: [300, 400, 500, 599] };
    const changed = aSnapshot(
      [{ id: 1, offices: [{ id: 1, departments: [{ id: 1, meters: [{ id: 1, intervalS: 7200 }] }] }] }],
      [strict],
    );
    const { measure, meterAt } = setUp(changed);
    const midnight = Date.parse('2026-03-03T00:00:00+09:00');
    measure(1, midnight - MINUTE, { [CO2]: 600 });
    expect(meterAt(midnight - 1).worst?.grade).toBe('VERY_GOOD');
    expect(meterAt(midnight).worst?.grade).toBe('VERY_BAD');
  });
});

describe('a level', () => {
  test('is the mean of its fresh meters, without silent and disabled ones', () => {
    const { measure, placeAt } = setUp();
    measure(1, NOW - MINUTE, { [CO2]: 600 });
    measure(2, NOW, { [CO2]: 1624 });
    measure(3, NOW - 4 * MINUTE, { [CO2]: 5000 });
    measure(4, NOW, { [CO2]: 5000 });
    const air = placeAt(NOW);
    expect(air.index).toBeCloseTo((25 + 258.857) / 2, 2);
    expect(air).toMatchObject({
      grade: 'BAD',
      worst: { meter: { id: 2 }, type: 'CO2', value: 1624, grade: 'VERY_BAD' },
      counts: { total: 3, online: 2, stale: 1, never: 0, VERY_GOOD: 1, GOOD: 0, NORMAL: 0, BAD: 0, VERY_BAD: 1 },
      lastTime: NOW,
    });
  });

  test('has no index without a fresh meter', () => {
    const { placeAt } = setUp();
    expect(placeAt(NOW)).toMatchObject({ index: null, grade: null, worst: null, lastTime: null });
  });

  test('has a trend of ten-minute means of its meters', () => {
    const { measure, placeAt } = setUp();
    measure(1, NOW - 11 * MINUTE, { [CO2]: 500 });
    measure(1, NOW - 10 * MINUTE, { [CO2]: 700 });
    measure(2, NOW - 10 * MINUTE, { [CO2]: 1000 });
    measure(1, NOW, { [CO2]: 800 });
    // The first three lie in the ten minutes before three: means of 600 and 1000.
    const { trend } = placeAt(NOW);
    expect(trend).toHaveLength(36);
    expect(trend.slice(34)).toEqual([(25 + 100) / 2, 50]);
    expect(trend.slice(0, 34).every((index) => index === null)).toBe(true);
    // Ten minutes later it has moved by one slot.
    expect(placeAt(NOW + 10 * MINUTE).trend.slice(33)).toEqual([(25 + 100) / 2, 50, null]);
  });

  test('is the same object until a value changes, a meter falls silent or the trend moves', () => {
    const { measure, placeAt } = setUp();
    measure(1, NOW, { [CO2]: 600 });
    const first = placeAt(NOW);
    expect(placeAt(NOW + 2 * MINUTE)).toBe(first);
    const silent = placeAt(NOW + 3 * MINUTE + 1);
    expect(silent.counts).toMatchObject({ online: 0, stale: 1 });
    expect(placeAt(NOW + 5 * MINUTE - 1)).toBe(silent);
    expect(placeAt(NOW + 5 * MINUTE)).not.toBe(silent);
    measure(2, NOW + 3 * MINUTE, { [CO2]: 600 });
    expect(placeAt(NOW + 3 * MINUTE + 1)).not.toBe(silent);
  });
});

describe('of thousands of meters', () => {
  const meters = Array.from({ length: 1_500 }, (_, i) => ({ id: i + 1, sensors: ['CO2' as const] }));
  const large = aSnapshot([{ id: 1, offices: [{ id: 1, departments: [{ id: 1, meters }] }] }]);

  const lookedAt = () => {
    const current = createCurrentAir();
    const assessor = createAssessor(current);
    const { organizations } = placesOf(aContext(large, { scope: { reach: 'own', organizationId: 1 } }));
    const at = (now: number) => aContext(large, { now });
    const measure = (time: number, co2: number) =>
      current.apply(meters.map(({ id }) => ({ meterId: id, time, channels: [CO2], ticks: [co2] })));
    const look = (now: number) => assessor.places(organizations, at(now))[0]?.air;
    const { all, byKind } = placesOf(at(NOW));
    return {
      measure,
      look,
      ahead: (now: number) => assessor.ahead(organizations, at(now)),
      last: (now: number) => assessor.lastPlaces(organizations, at(now))?.[0]?.air ?? null,
      lookAtAll: (now: number) => assessor.places(all, at(now)),
      exactOfOne: (now: number) => {
        const [one] = byKind.meter.values();
        return one && assessor.places([one], at(now))[0]?.air;
      },
    };
  };

  test('reuses an assessment for a second, even after newer readings', () => {
    const { measure, look } = lookedAt();
    measure(NOW, 600);
    const first = look(NOW);
    expect(first).toMatchObject({ index: 25, counts: { total: 1_500, VERY_GOOD: 1_500 } });
    measure(NOW + 1, 1624);
    expect(look(NOW + SECOND - 1)).toBe(first);
  });

  test('after a second returns the old assessment once more, and the new one as soon as it is ready', async () => {
    const { measure, look } = lookedAt();
    measure(NOW, 600);
    const first = look(NOW);
    measure(NOW + 1, 1624);
    expect(look(NOW + SECOND)).toBe(first);
    await expect.poll(() => look(NOW + SECOND)?.index).toBeCloseTo(258.857, 3);
  });

  test('waits for a new assessment at first and after ten seconds', async () => {
    const { measure, look, ahead } = lookedAt();
    measure(NOW, 600);
    await ahead(NOW);
    const first = look(NOW);
    expect(first?.index).toBe(25);
    measure(NOW + 1, 1624);
    await ahead(NOW + 10 * SECOND);
    expect(look(NOW + 10 * SECOND)).toMatchObject({ grade: 'VERY_BAD', trend: expect.any(Array) });
    expect(look(NOW + 10 * SECOND)?.trend.at(-1)).toBeGreaterThan(25);
  });

  test('never returns an older assessment without ahead()', () => {
    const { measure, look } = lookedAt();
    measure(NOW, 600);
    look(NOW);
    measure(NOW + 1, 1624);
    expect(look(NOW + 10 * SECOND)?.grade).toBe('VERY_BAD');
  });

  test('a stream gets the last assessment, however old, and none before the first', async () => {
    const { measure, ahead, last } = lookedAt();
    measure(NOW, 600);
    expect(last(NOW)).toBeNull();
    await ahead(NOW);
    const first = last(NOW);
    expect(first?.index).toBe(25);
    measure(NOW + 1, 1624);
    expect(last(NOW + MINUTE)).toBe(first);
    await expect.poll(() => last(NOW + MINUTE)?.grade).toBe('VERY_BAD');
  });

  test('after a change of a meter assesses its department again, and no other', async () => {
    const of = aSnapshot([
      {
        id: 1,
        offices: [
          {
            id: 1,
            departments: Array.from({ length: 30 }, (_, i) => ({
              id: i + 1,
              meters: Array.from({ length: 50 }, (_, j) => ({ id: i * 50 + j + 1, sensors: ['CO2' as const] })),
            })),
          },
        ],
      },
    ]);
    const current = createCurrentAir();
    let asked = 0;
    const assessor = createAssessor({
      of(meterId) {
        asked++;
        return current.of(meterId);
      },
    });
    const airOf = (snapshot: typeof of) => {
      const context = aContext(snapshot, { now: NOW });
      const grades = assessor.lastGrades(placesOf(context).all, context);
      return [grades?.length, assessor.lastPlaces(placesOf(context).organizations, context)?.[0]?.air.counts.total];
    };
    const first = aContext(of, { now: NOW });
    await assessor.ahead(placesOf(first).organizations, first);
    expect(airOf(of)).toEqual([1_532, 1_500]);
    asked = 0;
    const after = { ...of, revision: of.revision + 1 };
    applyMeters(after, [7], NO_ROWS);
    expect(airOf(after)).toEqual([1_531, 1_499]);
    // Its air and its trend.
    expect(asked).toBe(2 * 49);
  });

  test('does not use an assessment of older values for an exact one of a single place', () => {
    const { measure, look, lookAtAll, exactOfOne } = lookedAt();
    measure(NOW, 600);
    look(NOW);
    measure(NOW + 1, 1624);
    lookAtAll(NOW + SECOND / 2);
    expect(exactOfOne(NOW + SECOND / 2)?.grade).toBe('VERY_BAD');
  });

  test('shows a meter that falls silent without waiting for that second', async () => {
    const { measure, look } = lookedAt();
    measure(NOW - 3 * MINUTE, 600);
    const first = look(NOW);
    expect(first?.counts.online).toBe(1_500);
    expect(look(NOW + 1)).toBe(first);
    await expect.poll(() => look(NOW + 1)?.counts).toMatchObject({ online: 0, stale: 1_500 });
  });
});

test.each([
  [TEMPERATURE, 2100, 'NICE'],
  [TEMPERATURE, 1799, 'VERY_COLD'],
  [CO2, 1000, 'NORMAL'],
  [CO2, 1001, 'BAD'],
])('channel %i at %i is rated %s', (channel, ticks, rating) => {
  const { measure, meter, current } = setUp();
  measure(1, NOW, { [channel]: ticks });
  const sensor = meter.sensors.get(channel);
  if (!sensor) throw new Error('no sensor');
  const thresholds = aContext(snapshot).thresholdsAt(meter.organization, NOW);
  expect(assessSensor(sensor, current.of(1), thresholds, NOW)).toMatchObject({ rating, time: NOW, stale: false });
  expect(assessSensor(sensor, current.of(1), thresholds, NOW + 4 * MINUTE)).toMatchObject({
    rating: null,
    stale: true,
  });
});
