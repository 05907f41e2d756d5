import { expect, it } from 'vitest';
import type { EntryOf, StoredFrame } from '../../../feed/entry.ts';
import { aPurifierState } from '../../../testing/purifier-state.ts';
import { takeEntries } from './engine.ts';

const framesOf = (...frames: [meterId: number, time: number][]): EntryOf<'frames'> => ({
  kind: 'frames',
  frames: frames.map(([meterId, time]): StoredFrame => ({ meterId, time, channels: [], ticks: [] })),
});
const reportOf = (purifierId: number, time: number, meterId = 1): EntryOf<'purifier'> => ({
  kind: 'purifier',
  report: { purifierId, meterId, time, state: aPurifierState() },
});

it('takes the frames of automatic meters in order of time', () => {
  const { frames } = takeEntries([framesOf([1, 30], [2, 5], [3, 1]), framesOf([1, 10], [1, 20])], new Set([1, 2]));
  expect([...frames].map(([meterId, some]) => [meterId, some.map(({ time }) => time)])).toEqual([
    [1, [10, 20, 30]],
    [2, [5]],
  ]);
});

it('takes the newest report of each purifier of an automatic meter', () => {
  const last = reportOf(7, 20);
  const entries = [reportOf(7, 20), last, reportOf(7, 10), reportOf(8, 1), reportOf(9, 1, 2)];
  const { reports } = takeEntries(entries, new Set([1]));
  expect([...reports].map(([id, { time }]) => [id, time])).toEqual([
    [7, 20],
    [8, 1],
  ]);
  expect(reports.get(7)).toBe(last.report);
});

it('takes nothing where nothing comes', () => {
  expect(takeEntries([], new Set([1]))).toEqual({ frames: new Map(), reports: new Map() });
});
