import type { OfficeAir, OfficeMeter } from '@airdeck/contract/floor-plan/routes';
import type { SensorNow } from '@airdeck/contract/monitoring/schema';
import { expect, test } from 'vitest';
import { isSameLayout, mergeOffice, pinAfterKey, placeIn, shownSensor, withoutPin, withPin } from './plan-rules.ts';

const TIME = Date.UTC(2026, 2, 2, 3, 0);
const at = (seconds: number) => new Date(TIME + seconds * 1000).toISOString();

const sensor = (id: number, given: Partial<SensorNow> = {}): SensorNow => ({
  ...{ id, type: 'CO2', sequence: 1, name: '', value: 500, rating: 'GOOD', since: null, time: at(0), stale: false },
  ...given,
});
const meter = (id: number, given: Partial<OfficeMeter> = {}): OfficeMeter => ({
  ...{ id, name: `M${id}`, department: 'D', maintenance: null, index: 30, grade: 'GOOD', since: null },
  ...{ last_time: at(0), stale: false, sensors: [sensor(id * 10)] },
  ...given,
});
const air: OfficeAir = { time: at(0), path: [], meters: [meter(1), meter(2)] };

test('changes the meters of an event, keeps the others, and ignores one that is not newer', () => {
  const { name: _, department: __, ...changed } = meter(2, { grade: 'BAD', sensors: [sensor(20, { value: 1800 })] });
  const next = mergeOffice(air, { type: 'sensors', time: at(1), meters: [changed] });
  expect(next.meters[0]).toBe(air.meters[0]);
  expect(next.meters[1]).toMatchObject({ name: 'M2', grade: 'BAD', sensors: [{ value: 1800 }] });
  expect(mergeOffice(next, { type: 'sensors', time: at(1), meters: [] })).toBe(next);
});

test.each<[string, SensorNow[], OfficeMeter['grade'], number | null]>([
  ['the sensor that decides the grade', [sensor(1), sensor(2, { rating: 'BAD' })], 'BAD', 2],
  ['a current one before a silent one', [sensor(1, { stale: true }), sensor(2)], 'GOOD', 2],
  ['one without a grade where there is no other', [sensor(1, { rating: null })], null, 1],
  ['nothing of silent sensors', [sensor(1, { stale: true }), sensor(2, { value: null })], null, null],
])('shows %s', (_, sensors, grade, id) => {
  expect(shownSensor(meter(1, { sensors, grade }))?.id ?? null).toBe(id);
});

test.each<[string, boolean, { x: number; y: number } | null]>([
  ['ArrowLeft', false, { x: 0, y: 0.5 }],
  ['ArrowRight', false, { x: 0.015, y: 0.5 }],
  ['ArrowUp', true, { x: 0.005, y: 0.45 }],
  ['ArrowDown', false, { x: 0.005, y: 0.51 }],
  ['a', false, null],
])('the key %s moves a pin, but not beyond the edge', (key, isLong, place) => {
  expect(pinAfterKey({ meter_id: 1, x: 0.005, y: 0.5 }, key, isLong)).toEqual(place);
});

test('a pointer beside the picture is at its edge', () => {
  const box = { left: 100, top: 50, width: 200, height: 100 };
  expect(placeIn(box, { clientX: 150, clientY: 75 })).toEqual({ x: 0.25, y: 0.25 });
  expect(placeIn(box, { clientX: 0, clientY: 999 })).toEqual({ x: 0, y: 1 });
  expect(placeIn({ ...box, width: 0, height: 0 }, { clientX: 0, clientY: 0 })).toEqual({ x: 0, y: 0 });
});

test('a layout is the same in any order', () => {
  const pins = withPin(withPin([], 1, 0.5, 0.5), 2, 0.25, 2);
  expect(pins).toEqual([
    { meter_id: 1, x: 0.5, y: 0.5 },
    { meter_id: 2, x: 0.25, y: 1 },
  ]);
  expect(isSameLayout(pins, pins.toReversed())).toBe(true);
  expect(isSameLayout(pins, withPin(pins, 1, 0.5, 0.51))).toBe(false);
  expect(isSameLayout(pins, withoutPin(pins, 1))).toBe(false);
});
