import { HOUR_MS } from '@airdeck/domain/duration';
import { describe, expect, it } from 'vitest';
import { createDirtyHours } from './dirty-hours.ts';

const frame = (meterId: number, time: number) => ({ meterId, time, channels: [401], ticks: [500] });

describe('createDirtyHours', () => {
  it('marks a meter-hour once, and the next hour again', () => {
    const dirty = createDirtyHours(() => 'UTC');
    const first = dirty.unmarked([frame(1, 5), frame(1, 60_000), frame(2, 5)]);
    expect(first.hours).toEqual([
      { meterId: 1, hour: 0 },
      { meterId: 2, hour: 0 },
    ]);
    dirty.marked(first);
    expect(dirty.unmarked([frame(1, 120_000), frame(1, HOUR_MS)]).hours).toEqual([{ meterId: 1, hour: HOUR_MS }]);
  });

  it('cuts hours in the zone of the meter', () => {
    const dirty = createDirtyHours(() => 'Asia/Kolkata');
    expect(dirty.unmarked([frame(1, HOUR_MS)]).hours).toEqual([{ meterId: 1, hour: HOUR_MS / 2 }]);
  });

  it('does not take marks for known that were not committed', () => {
    const dirty = createDirtyHours(() => 'UTC');
    dirty.unmarked([frame(1, 0)]);
    expect(dirty.unmarked([frame(1, 1)]).hours).toHaveLength(1);
  });

  it('marks again while marks are worked off, and does not believe a transaction that began before', () => {
    const dirty = createDirtyHours(() => 'UTC');
    const before = dirty.unmarked([frame(1, 0)]);
    dirty.begin(before.hours);
    const during = dirty.unmarked([frame(1, 1)]);
    expect(during.hours).toHaveLength(1);
    dirty.marked(before);
    dirty.marked(during);
    dirty.end();
    dirty.marked(during);
    const after = dirty.unmarked([frame(1, 2)]);
    expect(after.hours).toHaveLength(1);
    dirty.marked(after);
    expect(dirty.unmarked([frame(1, 3)]).hours).toEqual([]);
  });
});
