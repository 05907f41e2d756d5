import { expect, it } from 'vitest';
import { dueTime, quietUntil } from './due.ts';

const ZONE = 'Asia/Seoul';
/** An instant by the wall clock of Seoul. */
const at = (time: string) => Date.parse(`2026-11-22T${time}:00+09:00`);
const NIGHT = { from: '22:00', to: '07:00' };

it.each([
  ['before', '21:59', NIGHT, null],
  ['at their start', '22:00', NIGHT, at('22:00') + 9 * 3_600_000],
  ['after midnight', '03:30', NIGHT, at('07:00')],
  ['at their end', '07:00', NIGHT, null],
  ['by day', '12:30', { from: '12:00', to: '13:00' }, at('13:00')],
  ['outside of the day', '11:59', { from: '12:00', to: '13:00' }, null],
])('quiet hours, %s', (_, time, quiet, expected) => {
  expect(quietUntil(at(time), quiet, ZONE)).toBe(expected);
});

it("quiet hours are in the organization's zone", () => {
  expect(quietUntil(at('23:00'), NIGHT, 'Europe/London')).toBeNull();
});

it.each([
  ['at once', '12:01', { digestMin: null, quiet: null }, false, '12:01'],
  ['collected', '12:01', { digestMin: 30, quiet: null }, false, '12:30'],
  ['collected, on the dot', '12:30', { digestMin: 30, quiet: null }, false, '12:30'],
  ['in quiet hours', '03:00', { digestMin: null, quiet: NIGHT }, false, '07:00'],
  ['critical in quiet hours', '03:00', { digestMin: 30, quiet: NIGHT }, true, '03:00'],
  ['collected into quiet hours', '06:50', { digestMin: 60, quiet: { from: '07:00', to: '08:00' } }, false, '08:00'],
])('a receiver is notified %s', (_, time, when, isCritical, expected) => {
  expect(dueTime(at(time), { ...when, criticalPasses: true }, isCritical, ZONE)).toBe(at(expected));
});

it('critical alarms wait like the others unless they pass', () => {
  expect(dueTime(at('03:00'), { digestMin: null, quiet: NIGHT, criticalPasses: false }, true, ZONE)).toBe(at('07:00'));
});
