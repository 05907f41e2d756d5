// @vitest-environment jsdom
import type { LiveEvent } from '@airdeck/contract/live/event';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { sampleMeter, sampleMeters } from '../testing/sample-meter.ts';
import { concerns, liveViewOf, useThrottled } from './use-list-live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('once at once, and once more for all that came meanwhile', () => {
  const run = vi.fn();
  const { result, unmount } = renderHook(() => useThrottled(run, 2000));
  const ask = () => act(() => result.current());
  ask();
  expect(run).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 5; i++) ask();
  vi.advanceTimersByTime(1999);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(2);
  ask();
  expect(run).toHaveBeenCalledTimes(3);
  ask();
  unmount();
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(3);
});

const [lobby = sampleMeter(), office = sampleMeter(), gym = sampleMeter()] = sampleMeters();

describe('liveViewOf', () => {
  it.each([
    ['meter', [lobby], { view: 'sensor', id: 7 }],
    ['sensor', [lobby], { view: 'sensor', id: 7 }],
    ['purifier', [lobby], { view: 'purifier', id: 7 }],
    // Cards of a department have fewer values than all its sensors, but enough.
    ['meter', [lobby, office], { view: 'meter', id: 4 }],
    ['sensor', [lobby, gym], { view: 'meter' }],
    ['purifier', [lobby, gym], { view: 'purifier' }],
    ['meter', [], { view: 'meter' }],
  ] as const)('%s of some meters', (kind, meters, view) => expect(liveViewOf(kind, meters)).toEqual(view));
});

describe('concerns', () => {
  const time = '2026-11-21T05:00:00Z';
  const events = {
    hello: { type: 'hello', time },
    cards: { type: 'cards', time, cards: [{ id: 8 }] },
    sensors: { type: 'sensors', time, meters: [{ id: 8 }, { id: 7 }] },
    purifiers: { type: 'purifiers', time, purifiers: [{ id: 7, meter_id: 8 }] },
    tree: { type: 'tree', nodes: [{ kind: 'meter', id: 7, grade: 'BAD' }] },
  };

  it.each([
    ['hello', [7], true],
    ['cards', [7], false],
    ['cards', [7, 8], true],
    ['sensors', [7], true],
    ['sensors', [9], false],
    ['purifiers', [7], false],
    ['purifiers', [8], true],
    ['tree', [7], false],
  ] as const)('%s, when meters %j are looked at: %s', (name, meters, whether) =>
    expect(concerns(events[name] as unknown as LiveEvent, new Set(meters))).toBe(whether),
  );
});
