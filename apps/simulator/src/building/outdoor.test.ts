import { expect, it } from 'vitest';
import { humidityOf } from './humid-air.ts';
import { createOutdoor } from './outdoor.ts';

const outdoor = createOutdoor(5, 'Asia/Seoul');
const HOUR = 3_600_000;

function month(year: number, month: number) {
  const from = Date.UTC(year, month - 1, 1);
  return Array.from({ length: 28 * 24 }, (_, i) => ({ ...outdoor(from + i * HOUR) }));
}
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

it('has the seasons of Seoul', () => {
  const winter = month(2026, 1);
  const summer = month(2026, 7);
  expect(mean(winter.map((air) => air.temperature))).toBeLessThan(3);
  expect(mean(summer.map((air) => air.temperature))).toBeGreaterThan(23);
  expect(mean(winter.map((air) => air.fine))).toBeGreaterThan(mean(summer.map((air) => air.fine)));
});

it('changes slowly and stays physical', () => {
  const from = Date.UTC(2026, 2, 1);
  let before = { ...outdoor(from) };
  for (let i = 1; i < 60 * 24 * 30; i += 1) {
    const air = outdoor(from + i * 60_000);
    expect(Math.abs(air.temperature - before.temperature)).toBeLessThan(0.3);
    expect(Math.abs(air.coarse - before.coarse)).toBeLessThan(2);
    expect(air.co2).toBeGreaterThan(400);
    expect(air.fine).toBeGreaterThan(0);
    before = { ...air };
  }
  for (const air of month(2026, 6)) expect(humidityOf(air.temperature, air.moisture)).toBeLessThanOrEqual(100);
});

it('is a function of time alone', () => {
  const at = Date.UTC(2026, 4, 5, 3, 17);
  const first = { ...outdoor(at) };
  outdoor(at + 90 * 24 * HOUR);
  expect({ ...outdoor(at) }).toEqual(first);
  expect({ ...createOutdoor(5, 'Asia/Seoul')(at) }).toEqual(first);
});
