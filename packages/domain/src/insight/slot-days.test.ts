import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../duration.ts';
import { DAY_SLOTS } from './forecast.ts';
import { BAND_CELLS } from './forecast-model.ts';
import { packModel, unpackModel } from './packed-model.ts';
import { clockSlot, isWeekend, slotDays } from './slot-days.ts';

const SEOUL = 'Asia/Seoul';
const MARCH = { from: '2026-03-02', to: '2026-03-04' };
const at = (text: string): number => Date.parse(`${text}+09:00`);

describe('slotDays', () => {
  it('has the means of ten minutes of local days', () => {
    const times = ['2026-03-02T00:00:00', '2026-03-02T00:09:59', '2026-03-02T23:50:00', '2026-03-03T00:10:00'].map(at);
    const [monday, tuesday, none] = slotDays({ times, values: [400, 500, 600, 700] }, MARCH, SEOUL);
    expect(monday?.isWeekend).toBe(false);
    expect([0, 1, 143, 144, 145].map((slot) => monday?.values[slot])).toEqual([450, Number.NaN, 600, Number.NaN, 700]);
    expect(tuesday?.values[1]).toBe(700);
    expect(none).toBeNull();
  });

  it('ignores missing readings and other days', () => {
    const times = [at('2026-03-02T10:00:00'), at('2026-03-01T10:00:00'), at('2026-03-05T00:00:00')];
    expect(slotDays({ times, values: [null, 400, 500] }, MARCH, SEOUL)).toEqual([null, null, null]);
  });

  it('counts a clock time that comes twice once, and leaves a skipped one out', () => {
    const autumn = Date.parse('2026-10-25T00:00:00Z');
    const times = [autumn + 30 * MINUTE_MS, autumn + 90 * MINUTE_MS];
    const day = { from: '2026-10-25', to: '2026-10-25' };
    expect(slotDays({ times, values: [400, 600] }, day, 'Europe/Berlin')[0]?.values[15]).toBe(500);
    const spring = { from: '2026-03-29', to: '2026-03-29' };
    const hours = Array.from({ length: 144 }, (_, i) => Date.parse('2026-03-28T23:00:00Z') + i * 10 * MINUTE_MS);
    const [skipped] = slotDays({ times: hours, values: hours.map(() => 1) }, spring, 'Europe/Berlin');
    expect([11, 12, 17, 18].map((slot) => skipped?.values[slot])).toEqual([1, Number.NaN, Number.NaN, 1]);
  });
});

it('clockSlot and isWeekend follow the wall clock', () => {
  expect(clockSlot(at('2026-03-02T09:59:59'), SEOUL)).toBe(59);
  expect(['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'].map(isWeekend)).toEqual([false, true, true, false]);
});

it('a packed model has whole ticks, and none where there is none', () => {
  const usual = new Float64Array(DAY_SLOTS).fill(512.4);
  usual[3] = Number.NaN;
  const band = { low: new Float64Array(BAND_CELLS).fill(-40_000), high: new Float64Array(BAND_CELLS).fill(80.6) };
  const model = unpackModel(packModel({ usual, ...band }));
  expect([model.usual[0], model.usual[3]]).toEqual([512, Number.NaN]);
  expect([model.low[BAND_CELLS - 1], model.high[0], model.high[BAND_CELLS - 1]]).toEqual([-32_767, 81, 81]);
});
