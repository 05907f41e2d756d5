import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aContext } from '../testing/context.ts';
import { aSnapshot } from '../testing/snapshot.ts';
import { type FieldKind, fieldKind } from './field-kind.ts';
import { addToPeriods, askedRange, checkDays, emptyPeriods, timeZoneOf } from './period-counts.ts';
import { presentTimestamps } from './timestamps.ts';

/** March 10 has six minutes left in Seoul; in the last five its end may have come on another clock. */
const NOW = Date.parse('2026-03-10T23:54:00+09:00');

const snapshot = aSnapshot([{ id: 1, timeZone: 'Asia/Seoul', offices: [] }]);

it('the time zone is that of the organization, or UTC', () => {
  const registry = { snapshot: () => snapshot };
  expect([timeZoneOf(registry, 1), timeZoneOf(registry, 2)]).toEqual(['Asia/Seoul', 'UTC']);
});

describe('days', () => {
  it.each([
    [{}, true],
    [{ startTime: '2026-03-02' }, true],
    [{ endTime: '2026-03-02' }, true],
    [{ startTime: '2026-03-02', endTime: '2026-03-02' }, true],
    [{ startTime: '2026-03-10' }, true],
    [{ startTime: '2026-03-10', endTime: '2026-12-31' }, true],
    [{ startTime: '2026-03-02', endTime: '2026-03-01' }, { endTime: 'BEFORE_START' }],
    [{ startTime: '2026-03-11' }, { startTime: 'FUTURE' }],
    [
      { startTime: '2026-03-12', endTime: '2026-03-11' },
      { startTime: 'FUTURE', endTime: 'BEFORE_START' },
    ],
  ])('%j at the end of March 10 in Seoul: %j', (days, expected) => {
    const check = () => checkDays(days, 'Asia/Seoul', NOW);
    if (expected === true) expect(check).not.toThrow();
    else {
      const wrong = expect.objectContaining({ code: 'INVALID_PARAMETER', errors: expected });
      expect(check).toThrow(wrong);
      expect(() => askedRange(days, 'Asia/Seoul', NOW)).toThrow(wrong);
    }
  });

  it('may begin a few minutes early on a clock that is ahead', () => {
    expect(() => checkDays({ startTime: '2026-03-11' }, 'Asia/Seoul', NOW + 2 * MINUTE_MS)).not.toThrow();
  });

  it('are a range of time, open ends included', () => {
    const range = (days: object) => {
      const found = askedRange(days, 'Asia/Seoul', NOW);
      return found && [new Date(found.start).toISOString(), new Date(found.end).toISOString()];
    };
    expect(range({})).toBeNull();
    expect(range({ startTime: '2026-03-02', endTime: '2026-03-03' })).toEqual([
      '2026-03-01T15:00:00.000Z',
      '2026-03-03T15:00:00.000Z',
    ]);
    expect(range({ startTime: '2026-03-02' })?.[1]).toBe('2099-12-31T15:00:00.000Z');
    expect(range({ endTime: '2026-03-02' })?.[0]).toBe('1999-12-31T15:00:00.000Z');
  });
});

describe('periods', () => {
  const DAY = { from: '2026-03-01', to: '2026-03-02' };

  it('begin with counts of their own', () => {
    const periods = emptyPeriods('day', DAY, { timeZone: 'Asia/Seoul', now: NOW }, () => ({ all: 0 }));
    expect(periods).toEqual([
      { start: Date.UTC(2026, 1, 28, 15), end: Date.UTC(2026, 2, 1, 15), counts: { all: 0 } },
      { start: Date.UTC(2026, 2, 1, 15), end: Date.UTC(2026, 2, 2, 15), counts: { all: 0 } },
    ]);
    expect(periods[0]?.counts).not.toBe(periods[1]?.counts);
  });

  it.each([
    ['hour', '2025-02-04', '2026-03-10', true],
    ['hour', '2025-02-04', '2026-03-11', false],
    ['day', '2000-01-01', '2027-05-18', true],
    ['day', '2000-01-01', '2027-05-19', false],
    ['month', '2000-01-01', '2099-12-31', true],
    ['year', '2000-01-01', '2099-12-31', true],
  ] as const)('by %s from %s to %s are few enough: %s', (unit, from, to, isSmall) => {
    const make = () => emptyPeriods(unit, { from, to }, { timeZone: 'UTC', now: NOW }, () => 0);
    if (isSmall) expect(make).not.toThrow();
    else expect(make).toThrow(expect.objectContaining({ code: 'QUESTION_TOO_BIG' }));
  });

  it('in the wrong order are refused', () => {
    expect(() =>
      emptyPeriods('day', { from: '2026-03-02', to: '2026-03-01' }, { timeZone: 'UTC', now: NOW }, () => 0),
    ).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETER' }));
  });

  it('get what lies in them, at their edges too', () => {
    const periods = emptyPeriods(
      'hour',
      { from: '2026-03-02', to: '2026-03-02' },
      { timeZone: 'UTC', now: NOW },
      () => ({ rows: 0 }),
    );
    const start = Date.UTC(2026, 2, 2);
    const at = (ms: number) => ({ start: new Date(start + ms) });
    const rows = [at(0), at(HOUR_MS - 1), at(HOUR_MS), at(3 * HOUR_MS + MINUTE_MS), at(24 * HOUR_MS - 1)];
    addToPeriods(periods, rows, (counts) => {
      counts.rows++;
    });
    const counted = periods.map(({ counts }) => counts.rows);
    expect([counted.slice(0, 4), counted.at(-1), counted.length]).toEqual([[2, 1, 0, 1], 1, 24]);
    expect(() => addToPeriods([], rows, () => undefined)).not.toThrow();
  });
});

describe('the kind of a field', () => {
  it.each<[string, z.ZodType, FieldKind]>([
    ['number', z.number(), { kind: 'number' }],
    ['nullable', z.number().nullable(), { kind: 'number' }],
    ['optional', z.string().optional(), { kind: 'text' }],
    ['default', z.int().default(1), { kind: 'number' }],
    ['pipe', z.string().pipe(z.string().min(1)), { kind: 'text' }],
    ['enum', z.enum(['Y', 'N']), { kind: 'choice', options: ['Y', 'N'] }],
    ['datetime', z.iso.datetime(), { kind: 'time' }],
    ['date', z.iso.date(), { kind: 'date' }],
    ['e-mail', z.email(), { kind: 'text' }],
    ['boolean', z.boolean(), { kind: 'other' }],
    ['array', z.array(z.string()), { kind: 'other' }],
  ])('%s', (_, schema, kind) => {
    expect(fieldKind(schema)).toEqual(kind);
  });
});

it('timestamps are texts, and the rest stays', () => {
  const time = new Date(0);
  expect(presentTimestamps({ id: 1, created_time: time, updated_time: new Date(1) })).toEqual({
    ...{ id: 1, created_time: '1970-01-01T00:00:00.000Z', updated_time: '1970-01-01T00:00:00.001Z' },
  });
});

it('thresholds are those of the local day of a time', () => {
  const thresholds = (bad: number) => ({ ...snapshotThresholds, CO2: { ...snapshotThresholds.CO2, bad } });
  const organization = snapshot.organizations.get(1);
  if (!organization) throw new Error('no organization');
  const dated = { ...snapshot, standards: new Map(snapshot.standards) };
  const snapshotThresholds = aContext(snapshot).thresholdsAt(organization, 0);
  dated.standards.set(1, [
    { validFrom: '2026-03-02', thresholds: thresholds(900) },
    { validFrom: '2000-01-01', thresholds: thresholds(1000) },
  ]);
  const { thresholdsAt } = aContext(dated);
  const midnight = Date.UTC(2026, 2, 1, 15);
  const times = [midnight - 1, midnight, midnight + 24 * HOUR_MS - 1, midnight - 1, midnight + 24 * HOUR_MS];
  expect(times.map((time) => thresholdsAt(organization, time).CO2.bad)).toEqual([1000, 900, 900, 1000, 900]);
  expect(thresholdsAt(organization, midnight)).toBe(thresholdsAt(organization, midnight + 1));
});
