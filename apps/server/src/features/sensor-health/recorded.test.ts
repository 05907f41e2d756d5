import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { SLOT_MS } from '@airdeck/domain/insight/forecast';
import { type NightSlots, nightFacts } from '@airdeck/domain/insight/night-facts';
import { findUnhealthy, HEALTH_NIGHTS, type MeterNights } from '@airdeck/domain/insight/sensor-health';
import type { AirSample } from '@airdeck/domain/purifier/effect';
import { describe, expect, it } from 'vitest';
import { HAS_RECORDINGS, readOffice, readRoom } from '../../testing/recorded-samples.ts';

const NIGHT_SLOTS = (5 * HOUR_MS) / SLOT_MS;

/** Means of ten minutes from midnight to five, night by night; nights that were not recorded are left out. */
const nightsOf = (columns: Readonly<Record<string, readonly AirSample[]>>): NightSlots[] => {
  const nights = new Map<number, Record<string, { sum: number; count: number }[]>>();
  for (const [type, samples] of Object.entries(columns)) {
    for (const { time, value } of samples) {
      const slot = Math.floor((time % DAY_MS) / SLOT_MS);
      if (slot >= NIGHT_SLOTS) continue;
      const day = Math.floor(time / DAY_MS);
      const night = nights.get(day) ?? {};
      nights.set(day, night);
      night[type] ??= Array.from({ length: NIGHT_SLOTS }, () => ({ sum: 0, count: 0 }));
      const cell = night[type]?.[slot];
      if (cell) Object.assign(cell, { sum: cell.sum + value, count: cell.count + 1 });
    }
  }
  return [...nights.values()].map((night) =>
    Object.fromEntries(
      Object.entries(night).map(([type, cells]) => [
        type,
        cells.map(({ sum, count }) => (count === 0 ? null : sum / count)),
      ]),
    ),
  );
};

describe.skipIf(!HAS_RECORDINGS)('recorded nights', () => {
  it('have no fault, alone and beside each other', () => {
    const room = (number: 1 | 3) =>
      nightsOf({
        CO2: readRoom(number, 'indoor_co2'),
        'PM2.5': readRoom(number, 'pm2.5'),
        TEMPERATURE: readRoom(number, 'air_temperature'),
      });
    const office = nightsOf({ CO2: readOffice(), TEMPERATURE: readOffice('Temperature') });
    const all = [room(1), room(3), office].map((nights) => nights.map(nightFacts));
    const longest = Math.max(...all.map((nights) => nights.length));
    for (let end = HEALTH_NIGHTS; end <= longest; end++) {
      const meters = all.flatMap((nights, meterId): MeterNights[] =>
        end > nights.length ? [] : [{ meterId, building: 1, nights: nights.slice(end - HEALTH_NIGHTS, end) }],
      );
      expect(findUnhealthy(meters)).toEqual([]);
    }
  });
});
