import { expect, it } from 'vitest';
import { createLocalClock } from './local-clock.ts';

it.each([
  ['Asia/Seoul', '2026-03-01T23:59:30+09:00', { minute: 1439, weekday: 0, month: 3, date: 1 }],
  ['Asia/Seoul', '2026-03-02T00:00:00+09:00', { minute: 0, weekday: 1, month: 3, date: 2 }],
  ['Europe/Berlin', '2026-03-29T01:30:00Z', { minute: 210, weekday: 0, month: 3, date: 29 }],
])('reads the clock on the wall in %s at %s', (zone, time, shown) => {
  expect(createLocalClock(zone)(Date.parse(time))).toMatchObject(shown);
});
