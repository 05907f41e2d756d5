import { type ConditionState, REST } from '@airdeck/domain/alarm/condition';
import { expect, test } from 'vitest';
import type { MeterStates } from './condition-state-queries.ts';
import { createPartitionStates } from './partition-states.ts';

const START = Date.UTC(2026, 5, 1);
const KEY = '1/A001/ABOVE';
const NONE = new Set<number>();

const state = (newest: number, raised = false): ConditionState => ({
  ...REST,
  settled: { ...REST.settled, raised: raised ? { since: START, time: START, value: 1600 } : null },
  newest,
});
const one = (newest: number, raised = false): MeterStates => ({ [KEY]: state(newest, raised) });

test('saves a row when a condition begins, is raised, ends or comes to rest, and none in between', () => {
  const states = createPartitionStates();
  const put = (after: MeterStates, now: number) => states.put(new Map([[7, after]]), NONE, now);
  const second = { ...one(3, true), '2/A001/ABOVE': state(3) };
  const steps: [after: MeterStates, isSaved: boolean][] = [
    [one(1), true],
    [one(2), false],
    [one(3, true), true],
    [one(4, true), false],
    [second, true],
    [one(5, true), true],
    [one(6), true],
    [{}, true],
  ];
  for (const [i, [after, isSaved]] of steps.entries()) {
    const isBehind = Object.keys(after).length > 0;
    expect(put(after, START + i)).toEqual(isSaved ? [{ meterId: 7, states: after, isBehind }] : []);
    expect(states.get(7)).toEqual(isBehind ? after : undefined);
  }
});

test('saves each changed row within a minute, spread over its second half', () => {
  const states = createPartitionStates();
  const all = (newest: number) => new Map(Array.from({ length: 64 }, (_, meterId) => [meterId, one(newest)] as const));
  expect(states.put(all(0), NONE, START)).toHaveLength(64);
  const counts: number[] = [];
  for (let second = 1; second <= 60; second++) {
    counts.push(states.put(all(second), NONE, START + second * 1000).length);
  }
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(64);
  expect(counts.slice(0, 29)).toEqual(new Array(29).fill(0));
  expect(Math.max(...counts)).toBeLessThanOrEqual(8);
});

test('saves complete states of meters that report nothing any more, and forgets them', () => {
  const states = createPartitionStates();
  states.put(new Map([[7, one(1)]]), NONE, START);
  states.put(new Map([[7, one(2)]]), NONE, START + 1000);
  expect(states.put(new Map(), NONE, START + 61_000)).toEqual([{ meterId: 7, states: one(2), isBehind: true }]);
  expect(states.put(new Map(), NONE, START + 122_000)).toEqual([]);
  expect(states.put(new Map(), NONE, START + 601_000)).toEqual([{ meterId: 7, states: one(2), isBehind: false }]);
  expect(states.get(7)).toBeUndefined();
});

test('saves the states of meters beyond its bound at once, and complete', () => {
  const states = createPartitionStates(1);
  states.put(new Map([[7, one(1)]]), NONE, START);
  for (const newest of [1, 2]) {
    const rows = states.put(new Map([[8, one(newest)]]), NONE, START);
    expect(rows).toEqual([{ meterId: 8, states: one(newest), isBehind: false }]);
  }
  expect([states.get(7), states.get(8)]).toEqual([one(1), undefined]);
  states.put(new Map([[7, {}]]), NONE, START);
  expect(states.put(new Map([[8, one(3)]]), NONE, START)).toEqual([{ meterId: 8, states: one(3), isBehind: true }]);
});

test('does not keep states that still lack frames, and leaves their rows behind', () => {
  const states = createPartitionStates();
  const rows = states.put(new Map([[7, one(1)]]), new Set([7]), START);
  expect([rows, states.get(7)]).toEqual([[{ meterId: 7, states: one(1), isBehind: true }], undefined]);
});
