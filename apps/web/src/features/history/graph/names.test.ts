// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sampleMeter } from '../testing/sample-meter.ts';
import { namesOf } from './names.ts';

const sensorName = ({ sequence }: { sequence: number }) => `CO₂ ${sequence}`;
const lobby = sampleMeter();
const hall = sampleMeter({
  id: 8,
  name: '강당',
  sensors: [1, 2].map((sequence) => ({ id: 80 + sequence, type: 'CO2' as const, sequence, name: `CO2 ${sequence}` })),
});
const otherLobby = sampleMeter({ id: 9, department_name: '2층', sensors: [], purifiers: [] });
const meters = [lobby, hall, otherLobby];

test('meters by name, with the department where two are called alike', () => {
  expect(Object.fromEntries(namesOf('meter', meters, [7, 8], sensorName))).toEqual({ 7: '로비', 8: '강당' });
  expect(Object.fromEntries(namesOf('meter', meters, [7, 9], sensorName))).toEqual({ 7: '1층 로비', 9: '2층 로비' });
});

test('sensors by their meter, and by their own name where it has several of the type', () => {
  expect(Object.fromEntries(namesOf('sensor', meters, [70, 81, 82], sensorName))).toEqual({
    70: '로비',
    81: '강당 · CO₂ 1',
    82: '강당 · CO₂ 2',
  });
});

test('purifiers with their meter', () => {
  expect(namesOf('purifier', meters, [700], sensorName).get(700)).toBe('로비 · 청정기 1');
});
