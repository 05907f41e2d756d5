import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts';
import {
  differentKeys,
  doClocksDeviate,
  forecastDisk,
  isMissed,
  isServerClockOff,
  leadOverMajority,
  nextRun,
  summarizeClocks,
} from './installation.ts';

const GB = 2 ** 30;
const line = (hours: number, freeAt: (day: number) => number) =>
  Array.from({ length: hours + 1 }, (_, i) => ({ time: i * HOUR_MS, freeBytes: freeAt(i / 24) }));

describe('forecastDisk', () => {
  it('divides the room by the growth of a day', () => {
    const forecast = forecastDisk(
      line(7 * 24, (day) => (100 - 2 * day) * GB),
      6 * GB,
    );
    expect(forecast?.growthBytes).toBeCloseTo(2 * GB, 0);
    expect(forecast?.daysLeft).toBeCloseTo(40, 6);
  });

  it('follows the trend behind a daily rhythm', () => {
    const samples = line(10 * 24, (day) => (100 - day + 3 * Math.sin(2 * Math.PI * day)) * GB);
    expect(forecastDisk(samples, 0)?.daysLeft).toBeGreaterThan(80);
    expect(forecastDisk(samples, 0)?.daysLeft).toBeLessThan(110);
  });

  it.each([
    ['nothing', []],
    ['less than a day', line(23, () => GB)],
  ])('says nothing about %s', (_title, samples) => {
    expect(forecastDisk(samples, 0)).toBeNull();
  });

  it('has no end for a disk that empties, and ends now for one that is full', () => {
    expect(
      forecastDisk(
        line(48, (day) => (10 + day) * GB),
        0,
      )?.daysLeft,
    ).toBeNull();
    expect(
      forecastDisk(
        line(48, (day) => (3 - day) * GB),
        2 * GB,
      )?.daysLeft,
    ).toBe(0);
  });
});

describe('clocks', () => {
  it.each([
    [[], { devices: 0, deviating: 0, offsetMs: 0 }],
    [[5, 1, 3], { devices: 3, deviating: 0, offsetMs: 3 }],
    [[1, 2, 3, 10], { devices: 4, deviating: 0, offsetMs: 2.5 }],
    [[0, 1, 2, 60_003, 60_004], { devices: 5, deviating: 2, offsetMs: 2 }],
    [[-300_000, 0, 0], { devices: 3, deviating: 1, offsetMs: 0 }],
  ])('%j', (offsets, expected) => {
    expect(summarizeClocks(offsets)).toEqual(expected);
  });

  it('blames the server for what all devices have in common, and neither for two devices', () => {
    const off = summarizeClocks([90_000, 91_000, 92_000]);
    expect([isServerClockOff(off), doClocksDeviate(off)]).toEqual([true, true]);
    expect(doClocksDeviate(summarizeClocks([90_000, 91_000]))).toBe(false);
    expect(doClocksDeviate(summarizeClocks([-90_000, -91_000, -92_000]))).toBe(true);
  });

  it('allows a tenth of the devices to deviate', () => {
    const fine = Array.from({ length: 18 }, () => 500);
    expect(doClocksDeviate(summarizeClocks([...fine, 2 * MINUTE_MS, 2 * MINUTE_MS]))).toBe(false);
    expect(doClocksDeviate(summarizeClocks([...fine, ...Array.from({ length: 3 }, () => 2 * MINUTE_MS)]))).toBe(true);
  });
});

describe('nextRun', () => {
  const daily = { everyDays: 1, hour: 3, timeZone: 'Asia/Seoul' };
  const at = (text: string) => Date.parse(`${text}+09:00`);

  it.each([
    ['2027-01-10T03:00:02', 1, '2027-01-11T03:00:00'],
    ['2027-01-10T15:20:00', 1, '2027-01-11T03:00:00'],
    ['2027-01-10T15:20:00', 7, '2027-01-17T03:00:00'],
  ])('after %s, every %i days: %s', (last, everyDays, next) => {
    expect(nextRun({ ...daily, everyDays }, at(last), 0)).toBe(at(next));
  });

  it.each([
    ['2027-01-10T02:59:59', '2027-01-10T03:00:00'],
    ['2027-01-10T03:00:00', '2027-01-11T03:00:00'],
  ])('the first after the schedule began at %s: %s', (since, next) => {
    expect(nextRun(daily, null, at(since))).toBe(at(next));
  });

  it('never comes without a schedule, and is missed after a day', () => {
    expect(nextRun({ ...daily, everyDays: 0 }, 0, 0)).toBeNull();
    expect(isMissed(null, 1e15)).toBe(false);
    expect([isMissed(5, 5 + DAY_MS), isMissed(5, 6 + DAY_MS)]).toEqual([false, true]);
  });
});

describe('differentKeys', () => {
  const ring = (...ids: string[]) => ({ 'token.key': ids });

  it.each<[string, Record<string, string[]>[], string[]]>([
    ['no process', [], []],
    ['the same key', [ring('a'), ring('a')], []],
    ['another key', [ring('a'), ring('b')], ['token.key']],
    ['a new key that the other does not accept', [ring('b', 'a'), ring('a')], ['token.key']],
    ['a new key that the other accepts already', [ring('b', 'a'), ring('a', 'b')], []],
    ['a process without the key', [ring('a'), { 'push.key': ['c'] }], []],
    [
      'two keys',
      [
        { ...ring('a'), 'push.key': ['c'] },
        { ...ring('b'), 'push.key': ['d'] },
      ],
      ['push.key', 'token.key'],
    ],
  ])('%s', (_, processes, names) => {
    expect(differentKeys(processes)).toEqual(names);
  });
});

describe('leadOverMajority', () => {
  const at = (machine: string, seconds: number) => ({ machine, offsetMs: seconds * 1_000 });

  it.each<[string, ReturnType<typeof at>, ReturnType<typeof at>[], number]>([
    ['alone with the database', at('a', 600), [], 0],
    ['ahead of the database and another machine', at('a', 600), [at('b', 1)], 599],
    ['behind them', at('a', -600), [at('b', 1), at('c', 2)], -601],
    ['one of the two that agree', at('b', 1), [at('a', 600)], 0],
    ['agreeing with another machine, and not with the database', at('a', 600), [at('b', 601)], 0],
    ['agreeing with the database alone, against two', at('a', 0), [at('b', 600), at('c', 600), at('d', 600)], -600],
    ['one of three that all differ', at('a', 600), [at('b', 300)], 0],
    ['two against two', at('a', 600), [at('b', 600), at('c', 0)], 0],
    [
      'several processes of one machine, which count once',
      at('b', 0),
      [at('a', 600), at('a', 600.4), at('a', 599.8)],
      0,
    ],
    ['a little ahead', at('a', 10), [at('b', 0), at('c', 0)], 0],
  ])('%s', (_, own, others, seconds) => {
    expect(leadOverMajority(own, others)).toBe(seconds * 1_000);
  });
});
