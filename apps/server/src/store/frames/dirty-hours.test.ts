import { HOUR_MS } from '@airdeck/domain/duration';
import { describe, expect, it } from 'vitest';
import { createDirtyHours, type Epochs, shardsOf } from './dirty-hours.ts';
import type { MeterFrame } from './frame-batch.ts';

const frame = (meterId: number, time: number) => ({ meterId, time, channels: [401], ticks: [500] });
const at = (...epochs: [shard: number, epoch: number][]): Epochs =>
  new Map(epochs.map(([shard, epoch]) => [shard, `${epoch}`]));

const open = (zone = 'UTC') => {
  const dirty = createDirtyHours(() => zone);
  return {
    marked: dirty.marked,
    /** The hours that a transaction with these frames has to mark if it finds these epochs. */
    unmarked: (epochs: Epochs, ...frames: MeterFrame[]) => dirty.unmarked(dirty.hoursOf(frames), epochs),
  };
};

describe('createDirtyHours', () => {
  it('marks a meter-hour once, and the next hour again', () => {
    const dirty = open();
    const epochs = at([0, 7], [1, 3]);
    const first = dirty.unmarked(epochs, frame(1, 5), frame(1, 60_000), frame(2, 5));
    expect(first.hours).toEqual([
      { meterId: 1, hour: 0 },
      { meterId: 2, hour: 0 },
    ]);
    dirty.marked(first);
    expect(dirty.unmarked(epochs, frame(1, 120_000), frame(1, HOUR_MS)).hours).toEqual([{ meterId: 1, hour: HOUR_MS }]);
  });

  it('cuts hours in the zone of the meter', () => {
    const dirty = open('Asia/Kolkata');
    expect(dirty.unmarked(at(), frame(1, HOUR_MS)).hours).toEqual([{ meterId: 1, hour: HOUR_MS / 2 }]);
  });

  it('does not take marks for known that were not committed', () => {
    const dirty = open();
    dirty.unmarked(at([0, 0]), frame(1, 0));
    expect(dirty.unmarked(at([0, 0]), frame(1, 1)).hours).toHaveLength(1);
  });

  it('marks again where marks have been taken away, and only there', () => {
    const dirty = open();
    dirty.marked(dirty.unmarked(at([0, 1], [1, 1]), frame(1, 0), frame(1, HOUR_MS)));
    const again = dirty.unmarked(at([0, 2], [1, 1]), frame(1, 1), frame(1, HOUR_MS + 1));
    expect(again.hours).toEqual([{ meterId: 1, hour: 0 }]);
    dirty.marked(again);
    expect(dirty.unmarked(at([0, 2], [1, 1]), frame(1, 2), frame(1, HOUR_MS + 2)).hours).toEqual([]);
  });

  it('relies on nothing, and remembers nothing, where marks are just being taken away', () => {
    const dirty = open();
    dirty.marked(dirty.unmarked(at([0, 1]), frame(1, 0)));
    const during = dirty.unmarked(at(), frame(1, 1), frame(2, 1));
    expect(during.hours).toHaveLength(2);
    dirty.marked(during);
    expect(dirty.unmarked(at([0, 1]), frame(1, 2), frame(2, 2)).hours).toEqual([{ meterId: 2, hour: 0 }]);
  });

  it('does not remember a mark in a later epoch than that of its transaction', () => {
    const dirty = open();
    const before = dirty.unmarked(at([0, 1]), frame(1, 0));
    dirty.unmarked(at([0, 2]), frame(2, 0));
    dirty.marked(before);
    expect(dirty.unmarked(at([0, 2]), frame(1, 1)).hours).toHaveLength(1);
  });
});

it('every hour has one of eight shards, in the order of their locks', () => {
  const hours = [-9, -1, 0, 7.5, 8, 20].map((hour) => ({ meterId: 1, hour: hour * HOUR_MS }));
  expect(hours.map((hour) => shardsOf([hour]))).toEqual([[7], [7], [0], [7], [0], [4]]);
  expect(shardsOf(hours)).toEqual([0, 4, 7]);
});
