import { expect, it } from 'vitest';
import { findDue } from './due-dates.ts';

it.each([
  ['2026-04-17', []],
  ['2026-04-16', [{ reason: 'CERTIFICATE_ENDS', due: '2026-04-16', is_over: false }]],
  ['2026-03-17', [{ reason: 'CERTIFICATE_ENDS', due: '2026-03-17', is_over: false }]],
  ['2026-03-16', [{ reason: 'CERTIFICATE_ENDS', due: '2026-03-16', is_over: true }]],
])('a certificate until %s', (certificateUntil, expected) => {
  expect(findDue({ certificateUntil, calibrationDate: null }, '2026-03-17')).toEqual(expected);
});

it.each([
  ['2025-04-17', []],
  ['2025-04-16', [{ reason: 'CALIBRATION_DUE', due: '2026-04-16', is_over: false }]],
  ['2025-03-16', [{ reason: 'CALIBRATION_DUE', due: '2026-03-16', is_over: true }]],
])('a calibration on %s', (calibrationDate, expected) => {
  expect(findDue({ certificateUntil: null, calibrationDate }, '2026-03-17')).toEqual(expected);
});

it('a meter without dates has nothing due', () => {
  expect(findDue({ certificateUntil: null, calibrationDate: null }, '2026-03-17')).toEqual([]);
});
