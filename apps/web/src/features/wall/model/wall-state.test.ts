import type { Wall, WallPlace, WallPlan, WallRoom } from '@airdeck/contract/wall-display/wall';
import { expect, test } from 'vitest';
import { wantsReload } from './renewal.ts';
import { takeToken } from './token.ts';
import { afterConnection, afterEvent, NOTHING_YET, oldSince, slideAt, wallPages } from './wall-state.ts';

const TIME = Date.UTC(2026, 2, 2, 3, 0);
const SECOND = 1_000;
const HOUR = 3_600_000;

const aPlace = (id: number, index: number): WallPlace => ({
  ...{ id, name: `Place ${id}`, index, grade: 'GOOD', last_time: null, rooms: [] },
  meters: { total: 1, online: 1, stale: 0, never: 0, VERY_GOOD: 0, GOOD: 1, NORMAL: 0, BAD: 0, VERY_BAD: 0 },
});
const aPlan = (id: number, index: number): WallPlan => ({
  ...{ ...aPlace(id, index), office: 'Main', width: 800, height: 600, image_version: 1, pins: [] },
});
const wall: Wall = {
  ...{ name: 'Lobby', organization_name: 'School', time_zone: 'Asia/Seoul', level: 'OFFICE', seconds: 15 },
  ...{ language: 'ko', time: new Date(TIME).toISOString(), build: 'a', places: [aPlace(1, 30), aPlace(2, 40)] },
  plans: [aPlan(1, 30)],
};

test('values replace those of their places alone, on the clock of the server', () => {
  // This computer's clock is an hour behind.
  const shown = afterEvent(NOTHING_YET, { type: 'wall', wall }, TIME - HOUR);
  expect(shown.clockAhead).toBe(HOUR);
  const time = new Date(TIME + SECOND).toISOString();
  const changed = { places: [aPlace(2, 90), aPlace(9, 1)], plans: [aPlan(1, 50)] };
  const next = afterEvent(shown, { type: 'places', time, ...changed }, TIME - HOUR + SECOND);
  expect(next.wall?.plans.map(({ index }) => index)).toEqual([50]);
  expect(next.wall?.places.map(({ id, index }) => [id, index])).toEqual([
    [1, 30],
    [2, 90],
  ]);
  expect(next.wall?.places[0]).toBe(wall.places[0]);
});

test('values are out of date a while after the connection broke, and current again when it is restored', () => {
  const open = afterConnection(afterEvent(NOTHING_YET, { type: 'wall', wall }, TIME), 'open', TIME);
  const lost = afterConnection(open, 'lost', TIME + SECOND);
  const tried = afterConnection(lost, 'lost', TIME + 9 * SECOND);
  expect(oldSince(tried, TIME + 15 * SECOND)).toBeNull();
  expect(oldSince(tried, TIME + 16 * SECOND)).toBe(TIME);
  expect(oldSince(afterConnection(tried, 'open', TIME + 17 * SECOND), TIME + HOUR)).toBeNull();
  expect(oldSince(afterConnection(NOTHING_YET, 'lost', TIME), TIME + HOUR)).toBeNull();
});

test('an ended display stays ended', () => {
  expect(afterEvent(NOTHING_YET, { type: 'ended' }, TIME).isEnded).toBe(true);
});

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [7, 0, 3, 1],
  [4, 1, 0, 0],
])('of slide %i, %i further of %i, comes %i', (slide, step, count, next) => {
  expect(slideAt(slide, step, count)).toBe(next);
});

const AT_THREE = Date.parse('2026-03-03T03:20:00+09:00');
test.each([
  ['in the night', 'a', AT_THREE - 24 * HOUR, AT_THREE, true],
  ['before its minute of the night', 'a', AT_THREE - 24 * HOUR, AT_THREE - 10 * 60 * SECOND, false],
  ['by day', 'a', AT_THREE - 24 * HOUR, AT_THREE + 6 * HOUR, false],
  ['just loaded', 'a', AT_THREE - HOUR, AT_THREE, false],
  ['new files', 'b', TIME, TIME + HOUR, true],
  ['new files again and again', 'b', TIME, TIME + 60 * SECOND, false],
  ['a server without a console', '', TIME, TIME + HOUR, false],
])('loaded again: %s', (_, build, since, time, expected) => {
  const page = { since, build: 'a', minute: 15 };
  expect(wantsReload(page, { time, build, timeZone: 'Asia/Seoul' })).toBe(expected);
});

test('the token leaves the address and stays in the tab', () => {
  const kept = new Map<string, string>();
  const replaced: unknown[] = [];
  const page = (hash: string) =>
    ({
      location: { hash, pathname: '/wall' },
      history: { replaceState: (_data: unknown, _title: string, url: string) => replaced.push(url) },
      sessionStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
      },
    }) as unknown as Window;
  expect(takeToken(page(''))).toBeNull();
  expect(takeToken(page('#first'))).toBe('first');
  expect(takeToken(page(''))).toBe('first');
  expect(takeToken(page('#second'))).toBe('second');
  expect(replaced).toEqual(['/wall', '/wall']);
});

test('every room is on a page, six at a time, and floor plans come after them', () => {
  const rooms = Array.from(
    { length: 14 },
    (_, i): WallRoom => ({
      ...{ id: i, name: `Room ${i}`, index: null, grade: null, type: null, stale: true, last_time: null, values: [] },
    }),
  );
  const places = [{ ...aPlace(1, 30), rooms }, aPlace(2, 40)];
  const pages = wallPages({ places, plans: [aPlan(1, 30)] });
  expect(
    pages.map(({ name, number, of, ...page }) => [name, number, of, 'plan' in page ? 0 : page.rooms.length]),
  ).toEqual([
    ['Place 1', 1, 3, 6],
    ['Place 1', 2, 3, 6],
    ['Place 1', 3, 3, 2],
    ['Place 2', 1, 1, 0],
    ['Main · Place 1', 1, 1, 0],
  ]);
  expect(pages.flatMap((page) => ('plan' in page ? [] : page.rooms))).toEqual(rooms);
  expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length);
});
