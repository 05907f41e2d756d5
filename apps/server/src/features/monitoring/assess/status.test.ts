import { channelOf } from '@airdeck/domain/channel';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { describe, expect, it } from 'vitest';
import { aContext } from '../../../testing/context.ts';
import { aSnapshot } from '../../../testing/snapshot.ts';
import { applyFrame, MeterAir } from '../current/current-air.ts';
import { addTrend, entryOf, slotOf, TREND_SLOTS } from '../current/trend.ts';
import {
  addCounts,
  addMeter,
  addPlace,
  assessMeter,
  assessSensor,
  createPlaceSums,
  type MeterStatus,
  noMeters,
  type PlaceSums,
  placeAir,
  sensorsOf,
  slotIndex,
} from './air-status.ts';

const NOW = Date.UTC(2026, 2, 2, 3);
const snapshot = aSnapshot([
  {
    id: 1,
    offices: [
      {
        id: 1,
        departments: [{ id: 1, meters: [{ id: 4, sensors: ['TEMPERATURE', 'CO2', 'PM2.5', 'CO2'] }, { id: 5 }] }],
      },
    ],
  },
]);
const must = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('not there');
  return value;
};
const meter = must(snapshot.meters.get(4));
const other = must(snapshot.meters.get(5));
const [first, second] = [channelOf('CO2', 1), channelOf('CO2', 2)];
const dust = channelOf('PM2.5', 1);
const thresholds = aContext(snapshot).thresholdsAt(meter.organization, NOW);
const airOf = (...frames: [ago: number, values: [channel: number, ticks: number][]][]) => {
  const air = new MeterAir(4);
  for (const [ago, values] of frames) {
    const [channels, ticks] = [values.map(([channel]) => channel), values.map(([, value]) => value)];
    applyFrame(air, { meterId: 4, time: NOW - ago, channels, ticks });
  }
  return air;
};
const sensor = must(meter.sensors.get(first));

describe('a meter', () => {
  it('a meter that never measured is neither online nor stale', () => {
    expect(assessMeter(meter, undefined, thresholds, NOW)).toEqual({
      ...{ lastTime: null, online: false, worst: null, betterSince: null, until: Number.POSITIVE_INFINITY },
    });
  });

  it.each([
    [3 * MINUTE_MS, true],
    [3 * MINUTE_MS + 1, false],
  ])('measured %i ms ago is online: %s', (ago, online) => {
    const air = airOf([ago, [[first, 1200]]]);
    const status = assessMeter(meter, air, thresholds, NOW);
    expect(status).toMatchObject({ lastTime: NOW - ago, online });
    expect(status.until).toBe(online ? NOW : Number.POSITIVE_INFINITY);
    expect(status.worst === null).toBe(!online);
  });

  it('is as bad as its worst fresh sensor', () => {
    const air = airOf([
      0,
      [
        [first, 1200],
        [second, 1600],
        [dust, 100],
      ],
    ]);
    const { worst, until } = assessMeter(meter, air, thresholds, NOW);
    expect(worst).toMatchObject({ grade: 'VERY_BAD', type: 'CO2', channel: second, value: 1600 });
    expect(until).toBe(NOW + 3 * MINUTE_MS);
  });

  it('leaves out a sensor that is silent, and one that it does not have', () => {
    const old = airOf(
      [3 * MINUTE_MS + 1, [[second, 5000]]],
      [MINUTE_MS, [[channelOf('HCHO', 1), 9999]]],
      [0, [[first, 600]]],
    );
    expect(assessMeter(meter, old, thresholds, NOW).worst).toMatchObject({ channel: first, value: 600 });
    const ending = airOf([2 * MINUTE_MS, [[second, 700]]], [0, [[first, 600]]]);
    expect(assessMeter(meter, ending, thresholds, NOW).until).toBe(NOW + MINUTE_MS);
  });

  it('without graded sensors has no worst', () => {
    const air = airOf([0, [[channelOf('TEMPERATURE', 1), 2200]]]);
    expect(assessMeter(meter, air, thresholds, NOW)).toMatchObject({ online: true, worst: null });
  });

  it('has its sensors by type and number', () => {
    expect(sensorsOf(meter).map(({ channel }) => channel)).toEqual(
      [...meter.sensors.values()].map(({ channel }) => channel).toSorted((a, b) => a - b),
    );
  });
});

describe('a sensor', () => {
  it.each([
    ['that never measured', undefined, { value: null, rating: null, time: null, stale: true, since: null }],
    ['beside one that measured', airOf([0, [[second, 600]]]), { value: null, time: null, stale: true }],
    [
      'that is fresh',
      airOf([3 * MINUTE_MS, [[first, 1600]]]),
      { value: 1600, rating: 'VERY_BAD', stale: false, time: NOW - 3 * MINUTE_MS },
    ],
    [
      'that is stale',
      airOf([3 * MINUTE_MS + 1, [[first, 1600]]]),
      { value: 1600, rating: null, since: null, stale: true },
    ],
  ])('%s', (_, air, expected) => {
    expect(assessSensor(sensor, air, thresholds, NOW)).toMatchObject(expected);
  });

  it('without grades is rated without a duration', () => {
    const warm = must(meter.sensors.get(channelOf('TEMPERATURE', 1)));
    const air = airOf([0, [[warm.channel, 2200]]]);
    expect(assessSensor(warm, air, thresholds, NOW)).toMatchObject({ value: 22, since: null, stale: false });
  });
});

describe('the trend of a meter', () => {
  it('has an index of each ten minutes, and none where nothing graded was measured', () => {
    const air = airOf(
      [10 * MINUTE_MS, [[first, 1600]]],
      [
        0,
        [
          [first, 400],
          [dust, 10],
        ],
      ],
    );
    const index = (ago: number) => slotIndex(meter, air, thresholds, entryOf(air.trend, slotOf(NOW - ago)));
    expect(index(10 * MINUTE_MS)).toBeGreaterThan(index(0));
    expect(index(0)).toBeGreaterThanOrEqual(0);
    expect(index(20 * MINUTE_MS)).toBe(-1);
  });
});

describe('the air of a place', () => {
  const worstWith = (index: number, grade: 'GOOD' | 'BAD') => ({
    index,
    grade,
    type: 'CO2' as const,
    channel: first,
    value: 1,
    since: null,
  });
  const status = (changed: object = {}) => ({
    ...{ lastTime: NOW, online: true, worst: null, betterSince: null, until: NOW + 5 },
    ...changed,
  });

  it('of no meters is nothing', () => {
    expect(placeAir(createPlaceSums(NOW + 9))).toEqual({
      ...{ index: null, grade: null, worst: null, counts: noMeters(), lastTime: null, until: NOW + 9 },
      trend: Array.from({ length: TREND_SLOTS }, () => null),
    });
  });

  it('counts its meters, and names the worst, the first of equal ones', () => {
    const sums = createPlaceSums(NOW + 9);
    addMeter(sums, meter, status({ worst: worstWith(120, 'BAD'), until: NOW + 3 }));
    addMeter(sums, other, status({ worst: worstWith(120, 'BAD'), lastTime: NOW + 1 }));
    addMeter(sums, other, status({ worst: worstWith(40, 'GOOD'), lastTime: NOW - 1 }));
    addMeter(sums, other, status({ online: false, lastTime: NOW - 9 }));
    addMeter(sums, other, status({ online: false, lastTime: null }));
    const air = placeAir(sums);
    expect(air).toMatchObject({ until: NOW + 3, lastTime: NOW + 1, worst: { meter, index: 120 } });
    expect(air.counts).toEqual({ ...noMeters(), total: 5, online: 3, stale: 1, never: 1, BAD: 2, GOOD: 1 });
    expect(air.index).not.toBeNull();
    const twice = noMeters();
    addCounts(twice, air.counts);
    addCounts(twice, air.counts);
    expect(twice).toEqual({ ...noMeters(), total: 10, online: 6, stale: 2, never: 2, BAD: 4, GOOD: 2 });
  });

  it('is that of all meters, whether they are added one by one or by the places below', () => {
    const statuses = [
      status({ worst: worstWith(40, 'GOOD'), until: NOW + 3 }),
      status({ worst: worstWith(120, 'BAD'), lastTime: NOW + 1 }),
      status({ online: false, lastTime: NOW - 9 }),
      status({ worst: worstWith(120, 'BAD') }),
    ];
    const { trend } = airOf([0, [[first, 1]]]);
    const add = (to: PlaceSums, each: MeterStatus, i: number) => {
      addMeter(to, i === 1 ? other : meter, each);
      addTrend(to.trend, trend, slotOf(NOW), meter, thresholds, () => 10);
    };
    const [all, above] = [createPlaceSums(NOW + 9), createPlaceSums(NOW + 9)];
    const below = [createPlaceSums(NOW + 9), createPlaceSums(NOW + 9), createPlaceSums(NOW + 9)];
    for (const [i, each] of statuses.entries()) {
      add(all, each, i);
      add(below[i % 2] as PlaceSums, each, i);
    }
    for (const each of below) addPlace(above, each);
    expect(placeAir(above)).toMatchObject({ ...placeAir(all), worst: { index: 120 } });
  });

  it('has the mean of the trends, oldest first', () => {
    const sums = createPlaceSums(NOW);
    const { trend } = sums;
    const last = slotOf(NOW);
    for (const [air, index] of [
      [airOf([0, [[first, 1]]]), 10],
      [airOf([0, [[first, 1]]]), 30],
      [airOf([35 * 10 * MINUTE_MS, [[first, 1]]]), 50],
      [airOf([36 * 10 * MINUTE_MS, [[first, 1]]]), 70],
      [airOf([0, [[first, 1]]]), -1],
    ] as const) {
      addTrend(trend, air.trend, last, meter, thresholds, () => index);
    }
    const means = placeAir(sums).trend;
    expect([means[0], means[1], means.at(-1)]).toEqual([50, null, 20]);
  });

  it('computes the index of an entry again only when the meter or the thresholds are others', () => {
    const { trend } = createPlaceSums(NOW);
    const air = airOf([0, [[first, 1]]]);
    let asked = 0;
    const add = (of = meter, by = thresholds) =>
      addTrend(trend, air.trend, slotOf(NOW), of, by, () => {
        asked += 1;
        return 10;
      });
    add();
    add();
    expect(asked).toBe(1);
    add(other);
    add(other, { ...thresholds });
    expect(asked).toBe(3);
  });
});
