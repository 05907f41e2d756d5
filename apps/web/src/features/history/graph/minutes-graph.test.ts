// @vitest-environment jsdom
import type { PurifierMinutes } from '@airdeck/contract/history/schema';
import { expect, test } from 'vitest';
import { sampleMinutes } from '../testing/sample-series.ts';
import { bucketsOfRows, STATE_MARKS, STATES, ticksOf } from './minutes-graph.tsx';

const HOUR = 3_600_000;
const at = (hour: number) => new Date(hour * HOUR).toISOString();
const row = (purifier_id: number, hour: number, over: Partial<PurifierMinutes> = {}) =>
  sampleMinutes({ purifier_id, start: at(hour), end: at(hour + 1), ...over });

test('rows of several purifiers become columns of the same buckets', () => {
  const none = { AUTO: 0, MANUAL: 0, STOP: 0, OFF: 0, TROUBLE: 0 };
  const rows = [
    row(1, 5, { minutes: { ...none, AUTO: 60 }, unknown: 0 }),
    row(2, 5, { minutes: none, unknown: 60 }),
    row(1, 4, { minutes: { ...none, AUTO: 15, TROUBLE: 45 }, unknown: 0 }),
  ];
  const { starts, lengths, parts } = bucketsOfRows(rows);
  expect([...starts]).toEqual([4 * HOUR, 5 * HOUR]);
  expect([...lengths]).toEqual([HOUR, HOUR]);
  const minutesOf = (id: number, state: (typeof STATES)[number]) =>
    Array.from(parts.get(id)?.[STATES.indexOf(state)] ?? [], (ms) => ms / 60_000);
  expect(minutesOf(1, 'AUTO')).toEqual([15, 60]);
  expect(minutesOf(1, 'TROUBLE')).toEqual([45, 0]);
  expect(minutesOf(2, 'unknown')).toEqual([Number.NaN, 60]);
});

test('states differ without colours', () => {
  const plain = STATES.filter((state) => STATE_MARKS[state].pattern === undefined);
  // Dark and light are enough for two.
  expect(plain).toEqual(['AUTO', 'STOP']);
  const paths = STATES.flatMap((state) => STATE_MARKS[state].pattern?.path ?? []);
  expect(new Set(paths).size).toBe(paths.length);
});

test.each([
  ['hour', '15 분'],
  ['day', '6 시간'],
  ['month', '25 %'],
  ['year', '25 %'],
] as const)('a quarter of a %s is %s', (unit, text) => {
  expect(ticksOf(unit, '분', '시간')[1]).toEqual({ share: 0.25, text });
});
