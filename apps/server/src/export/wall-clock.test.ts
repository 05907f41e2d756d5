import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATE_FORMS, excelFormat, excelSerial, utcOffset, wallClock, wallText } from './wall-clock.ts';

describe('on the clock of a zone', () => {
  test.each([
    ['2026-01-31T15:00:00Z', 'Asia/Seoul', '2026-02-01 00:00:00', 46_054],
    ['2026-01-31T14:59:59.999Z', 'Asia/Seoul', '2026-01-31 23:59:59', 46_053 + 86_399 / 86_400],
    ['2024-02-29T12:00:00+00:00', 'UTC', '2024-02-29 12:00:00', 45_351.5],
    ['1999-12-31T18:30:00Z', 'Asia/Kolkata', '2000-01-01 00:00:00', 36_526],
    // The hour that occurs twice shows the same clock both times.
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00', 46_320 + 2.5 / 24],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00', 46_320 + 2.5 / 24],
  ])('%s in %s', (instant, zone, text, serial) => {
    const wall = wallClock(instant, zone);
    expect(wallText(wall, 'dateTime', 'ko')).toBe(text);
    expect(excelSerial(wall)).toBeCloseTo(serial, 9);
  });

  test.each([
    ['2026-07-01T00:00:00Z', 'Asia/Seoul', 'UTC+09:00'],
    ['2026-07-01T00:00:00Z', 'America/St_Johns', 'UTC-02:30'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', 'UTC+02:00'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', 'UTC+01:00'],
    ['2026-07-01T00:00:00Z', 'UTC', 'UTC+00:00'],
  ])('the offset of %s in %s', (instant, zone, text) => {
    expect(utcOffset(instant, zone)).toBe(text);
  });
});

describe('forms of the languages', () => {
  const wall = wallClock('2026-03-04T05:06:07Z', 'UTC');
  test.each([
    ['dateTime', '2026-03-04 05:06:07', 'yyyy-mm-dd hh:mm:ss', '03/04/2026 05:06:07', 'mm\\/dd\\/yyyy hh:mm:ss'],
    ['minute', '2026-03-04 05:06', 'yyyy-mm-dd hh:mm', '03/04/2026 05:06', 'mm\\/dd\\/yyyy hh:mm'],
    ['date', '2026-03-04', 'yyyy-mm-dd', '03/04/2026', 'mm\\/dd\\/yyyy'],
    ['month', '2026-03', 'yyyy-mm', '03/2026', 'mm\\/yyyy'],
    ['year', '2026', 'yyyy', '2026', 'yyyy'],
  ] as const)('%s', (form, ko, excelKo, en, excelEn) => {
    expect([wallText(wall, form, 'ko'), excelFormat(form, 'ko')]).toEqual([ko, excelKo]);
    expect([wallText(wall, form, 'en'), excelFormat(form, 'en')]).toEqual([en, excelEn]);
  });
  test('there are no others', () => expect(DATE_FORMS).toHaveLength(5));
});

test('every second comes back from the number that Excel gets', () => {
  fc.assert(
    fc.property(fc.integer({ min: 946_684_800, max: 4_102_444_800 }), (seconds) => {
      const wall = wallClock(new Date(seconds * 1_000).toISOString(), 'Asia/Seoul');
      const serial = Number(String(excelSerial(wall)));
      expect(Math.round((serial - 25_569) * 86_400)).toBe(seconds + 9 * 3_600);
    }),
  );
});
