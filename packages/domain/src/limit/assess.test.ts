import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, hoursOfDay, startOfLocalDay } from '../calendar.ts';
import { createColumns, type ReadingColumns } from '../reading-columns.ts';
import { assess } from './assess.ts';
import { countedHours, expectedReadings, type SensorReadings, withHours } from './period-days.ts';
import { complies, type LimitRule } from './rule.ts';
import { type RuleCounts, verdictOf, worstVerdict } from './rule-counts.ts';
import { markNeeded, ruleDays } from './rule-days.ts';

const SEOUL = 'Asia/Seoul';
const PER_HOUR = 60;

const RULE = {
  ...{ averaging: 'HOUR', direction: 'AT_MOST', hours: 'ALL', minCompleteness: 0.75 },
  statistic: { kind: 'EACH' },
} as const satisfies Partial<LimitRule>;
type Rule = Pick<LimitRule, 'averaging' | 'direction' | 'hours' | 'minCompleteness' | 'statistic'>;

interface Cell {
  count: number;
  sum: number;
  min: number | null;
  max: number | null;
  expected: number;
}

/** Readings of an hour that are all the same, or null. */
type Given = number | null | Partial<Cell>;

const cellOf = (given: Given): Cell => {
  if (given === null) return { count: 0, sum: 0, min: null, max: null, expected: PER_HOUR };
  if (typeof given === 'number') {
    return { count: PER_HOUR, sum: PER_HOUR * given, min: given, max: given, expected: PER_HOUR };
  }
  return { count: PER_HOUR, sum: 0, min: 0, max: 0, expected: PER_HOUR, ...given };
};

interface DayOptions {
  zone?: string;
  limit?: number;
  isOpen?: (hour: number) => boolean;
}

interface TestHour extends Cell {
  start: number;
  end: number;
  isOpen: boolean;
}

interface TestDay {
  day: string;
  start: number;
  end: number;
  limit: number;
  total: Cell;
  hours: TestHour[];
}

/** A day with all its hours; `given` answers an hour's readings. */
const dayOf = (day: string, given: (hour: number) => Given, options: DayOptions = {}): TestDay => {
  const { zone = SEOUL, limit = 1000, isOpen = () => true } = options;
  const starts = hoursOfDay(day, zone);
  const end = startOfLocalDay(addDays(day, 1), zone);
  const hours = starts.map(
    (start, hour): TestHour => ({ ...cellOf(given(hour)), start, end: starts[hour + 1] ?? end, isOpen: isOpen(hour) }),
  );
  const measured = hours.filter(({ count }) => count > 0);
  const total: Cell = {
    count: hours.reduce((sum, { count }) => sum + count, 0),
    sum: hours.reduce((all, { sum }) => all + sum, 0),
    min: measured.length === 0 ? null : Math.min(...measured.map(({ min }) => min ?? 0)),
    max: measured.length === 0 ? null : Math.max(...measured.map(({ max }) => max ?? 0)),
    expected: hours.length * PER_HOUR,
  };
  return { day, start: starts[0] ?? end, end, total, hours, limit };
};

const columnsOf = (cells: readonly Cell[]): ReadingColumns => {
  const columns = createColumns(cells.length);
  for (const [at, { count, sum, min, max }] of cells.entries()) {
    columns.count[at] = count;
    columns.sum[at] = sum;
    columns.min[at] = min ?? Number.NaN;
    columns.max[at] = max ?? Number.NaN;
  }
  return columns;
};

/** Readings of a sensor, with the hours of all days. */
const readingsOf = (days: readonly TestDay[]): SensorReadings => {
  const hours = days.flatMap((day) => day.hours);
  const totals = days.map(({ total }) => total);
  const period = {
    days: days.map(({ day }) => day),
    starts: Float64Array.from(days, ({ start }) => start),
    ends: Float64Array.from(days, ({ end }) => end),
    hourStarts: Float64Array.from(hours, ({ start }) => start),
    hourEnds: Float64Array.from(hours, ({ end }) => end),
    hours: {
      ALL: countedHours(days.map((day) => day.hours.map(() => true))),
      OPEN: countedHours(days.map((day) => day.hours.map(({ isOpen }) => isOpen))),
    },
  };
  const expected = expectedReadings(period, {
    byDay: Float64Array.from(totals, (total) => total.expected),
    byHour: Float64Array.from(hours, (hour) => hour.expected),
  });
  const hasHours = new Uint8Array(days.length).fill(1);
  return withHours({ period, expected, byDay: columnsOf(totals) }, hasHours, columnsOf(hours));
};

const onDays = (rule: Rule, days: readonly TestDay[], readings: SensorReadings) =>
  ruleDays(rule, [...days.keys()], readings, (day) => days[day]?.limit ?? 0);

/** The days of which a rule needs the hours. */
const neededOf = (rule: Rule, days: readonly TestDay[]): Uint8Array => {
  const needed = new Uint8Array(days.length);
  const readings = readingsOf(days);
  markNeeded(onDays(rule, days, readings), readings, needed);
  return needed;
};

const countsOf = (rule: Rule, days: readonly TestDay[], readings: SensorReadings): RuleCounts =>
  assess(onDays(rule, days, readings), readings);

/** As a server reads it: hours only where they are needed. */
const readNeeded = (rule: Rule, days: readonly TestDay[]): SensorReadings => {
  const readings = readingsOf(days);
  const hasHours = neededOf(rule, days);
  const hours = days.flatMap((day, at) =>
    day.hours.map((hour) => (hasHours[at] ? hour : { ...hour, ...cellOf(null) })),
  );
  return withHours(readings, hasHours, columnsOf(hours));
};
const judge = (rule: Rule, ...days: TestDay[]): [string, RuleCounts] => {
  const counted = countsOf(rule, days, readNeeded(rule, days));
  return [verdictOf(rule, counted), counted];
};

describe('means of a day', () => {
  const daily = { ...RULE, averaging: 'DAY' } as const;

  it.each([
    [17, 'NOT_ENOUGH_DATA'],
    [18, 'MET'],
    [24, 'MET'],
  ])('%d hours of data: %s', (hours, verdict) => {
    expect(
      judge(
        daily,
        dayOf('2026-03-02', (hour) => (hour < hours ? 900 : null)),
      )[0],
    ).toBe(verdict);
  });

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('weighs all hours of %s in Berlin, which has %d', (day, hours) => {
    const last = dayOf(day, (hour) => (hour === hours - 1 ? 1000 + 100 * hours : 1000), {
      zone: 'Europe/Berlin',
      limit: 1100,
    });
    const [verdict, counted] = judge(daily, last);
    expect([last.hours.length, verdict, counted.worst?.ticks]).toEqual([hours, 'MET', 1100]);
    expect(judge(daily, { ...last, limit: 1099 })[0]).toBe('EXCEEDED');
    const missing = dayOf(day, (hour) => (hour < hours * 0.75 - 1 ? 1000 : null), { zone: 'Europe/Berlin' });
    expect(judge(daily, missing)[0]).toBe('NOT_ENOUGH_DATA');
  });

  it('allow days above the 99th percentile, as many as the year has', () => {
    const p99 = { ...daily, statistic: { kind: 'PERCENTILE', percentile: 99 } } as const;
    const year = (above: number) =>
      Array.from({ length: 365 }, (_, at) => dayOf(addDays('2026-01-01', at), () => (at < above ? 1001 : 1000)));
    expect(judge(p99, ...year(3))[0]).toBe('MET');
    expect(judge(p99, ...year(4))[0]).toBe('EXCEEDED');
  });
});

describe('means of an hour', () => {
  const open = { ...RULE, hours: 'OPEN' } as const;
  const isOpen = (hour: number) => hour >= 9 && hour < 18;

  it('count in opening hours only', () => {
    const [verdict, counted] = judge(
      open,
      dayOf('2026-03-02', (hour) => (isOpen(hour) ? 999 : 2000), { isOpen }),
    );
    expect([verdict, counted.expected, counted.complied]).toEqual(['MET', 9, 9]);
    expect(
      judge(
        RULE,
        dayOf('2026-03-02', (hour) => (isOpen(hour) ? 999 : 2000), { isOpen }),
      )[0],
    ).toBe('EXCEEDED');
  });

  it('name the worst hour, and count what is missing', () => {
    const day = dayOf('2026-03-02', (hour) => (hour === 10 ? null : hour === 14 ? 1200 : 800), { isOpen });
    const [verdict, counted] = judge(open, day);
    expect([verdict, counted.expected, counted.valid, counted.complied]).toEqual(['EXCEEDED', 9, 8, 7]);
    expect([counted.received, counted.due]).toEqual([8 * PER_HOUR, 9 * PER_HOUR]);
    expect(counted.worst).toMatchObject({ start: day.start + 14 * 3_600_000, ticks: 1200, isReading: false });
  });

  it('need no hours of a complete day whose readings all comply', () => {
    const clear = dayOf('2026-03-02', () => 900);
    const days = [clear, dayOf('2026-03-03', () => 1001), dayOf('2026-03-04', () => null)];
    expect([...neededOf(RULE, days)]).toEqual([0, 1, 0]);
    expect(judge(RULE, clear)[1]).toMatchObject({ expected: 24, complied: 24, worst: { ticks: 900, isReading: true } });
  });

  it('name a reading of a day that its total decides, where no mean came as near to the limit', () => {
    const incomplete = dayOf('2026-03-02', (hour) => (hour === 3 ? null : 500));
    const clear = dayOf('2026-03-03', () => 990);
    expect(judge(RULE, incomplete, clear)[1].worst).toMatchObject({ start: clear.start, ticks: 990, isReading: true });
    const exceeding = dayOf('2026-03-04', (hour) => (hour === 3 ? 1001 : 500));
    expect(judge(RULE, clear, exceeding)[1].worst).toMatchObject({ ticks: 1001, isReading: false });
  });

  it('are judged against the limit of their day', () => {
    const days = [dayOf('2026-03-02', () => 1100, { limit: 1120 }), dayOf('2026-03-03', () => 1100, { limit: 1090 })];
    expect(judge(RULE, ...days)[1]).toMatchObject({ expected: 48, complied: 24, worst: { limit: 1090 } });
  });
});

describe('means of eight hours', () => {
  const eight = { ...RULE, averaging: 'EIGHT_HOURS' } as const;

  it('run over midnight', () => {
    const days = [
      dayOf('2026-03-02', (hour) => (hour >= 20 ? 1400 : 500)),
      dayOf('2026-03-03', (hour) => (hour < 4 ? 1400 : 500)),
    ];
    const [verdict, counted] = judge(eight, ...days);
    expect([verdict, counted.expected, counted.valid - counted.complied]).toEqual(['EXCEEDED', 17 + 24, 7]);
    expect(counted.worst).toMatchObject({ ticks: 1400, start: Date.parse('2026-03-02T20:00+09:00') });
  });

  it('are one mean where it is open for less than eight hours', () => {
    const day = dayOf('2026-03-02', (hour) => (hour === 9 ? 1300 : 800), { isOpen: (hour) => hour >= 9 && hour < 13 });
    expect(judge({ ...eight, hours: 'OPEN' }, day)[1]).toMatchObject({
      expected: 1,
      complied: 1,
      worst: { ticks: 925 },
    });
  });
});

it.each([
  ['INSTANT', { min: 900, max: 1001, sum: 950 * PER_HOUR }, [1, 0]],
  ['HALF_HOUR', { min: 900, max: 1001, sum: 950 * PER_HOUR }, [0, 0]],
  ['HALF_HOUR', { min: 900, max: 1201, sum: 1001 * PER_HOUR }, [1, 0]],
  ['TWENTY_MINUTES', { min: 900, max: 1201, sum: 1001 * PER_HOUR }, [0, 0]],
  ['TWENTY_MINUTES', { min: 1001, max: 1201, sum: 1100 * PER_HOUR }, [1, 0]],
  ['TWENTY_MINUTES', { min: 900, max: 1000, sum: 950 * PER_HOUR }, [1, 1]],
] as const)('%s of an hour with %o: valid and complied %o', (averaging, cell, counts) => {
  const day = dayOf('2026-03-02', (hour) => (hour === 9 ? cell : null), { isOpen: (hour) => hour === 9 });
  const counted = judge({ ...RULE, averaging, hours: 'OPEN' }, day)[1];
  expect([counted.valid, counted.complied]).toEqual(counts);
});

it('judges a year by three quarters of its days', () => {
  const yearly = { ...RULE, averaging: 'YEAR' } as const;
  const days = (count: number) => Array.from({ length: count }, (_, at) => dayOf(addDays('2026-01-01', at), () => 900));
  expect(judge(yearly, ...days(273))[0]).toBe('NOT_ENOUGH_DATA');
  expect(judge(yearly, ...days(274))[0]).toBe('MET');
});

it.each([
  [{ expected: 1200, valid: 1080, complied: 1080 }, 'MET'],
  [{ expected: 1200, valid: 1079, complied: 1079 }, 'NOT_ENOUGH_DATA'],
  [{ expected: 1200, valid: 1200, complied: 1079 }, 'EXCEEDED'],
  [{ expected: 0, valid: 0, complied: 0 }, 'NOT_APPLICABLE'],
] as const)('WELL counts missing periods as failed: %o is %s', (counts, verdict) => {
  const statistic = { kind: 'SHARE', share: 0.9, missingFails: true } as const;
  expect(verdictOf({ statistic, minCompleteness: 0.75 }, counts)).toBe(verdict);
});

it('gives a place the verdict of its worst meter', () => {
  expect(worstVerdict(['MET', 'NOT_ENOUGH_DATA', 'EXCEEDED'])).toBe('EXCEEDED');
  expect(worstVerdict(['MET', 'NOT_ENOUGH_DATA', 'NOT_APPLICABLE'])).toBe('NOT_ENOUGH_DATA');
  expect(worstVerdict([])).toBe('NOT_APPLICABLE');
});

it('answers the same whether all hours were read or only the needed ones', () => {
  const hour = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(800, 900) }, fc.constantFrom(null, 1100));
  const whole = fc.constantFrom(900, null).map((value) => Array.from({ length: 24 }, () => value));
  const days = fc.array(fc.oneof(whole, fc.array(hour, { minLength: 24, maxLength: 24 })), {
    minLength: 1,
    maxLength: 4,
  });
  const averaging = fc.constantFrom('HOUR', 'EIGHT_HOURS', 'OPEN_DAY', 'INSTANT', 'HALF_HOUR' as const);
  const property = fc.property(days, averaging, fc.constantFrom('ALL', 'OPEN' as const), (given, each, hours) => {
    const rule = { ...RULE, averaging: each, hours } as Rule;
    const all = given.map((own, at) =>
      dayOf(addDays('2026-03-02', at), (n) => own[n] ?? null, { isOpen: (n) => n >= 9 && n < 18 }),
    );
    const { worst: _, received: __, due: ___, ...few } = countsOf(rule, all, readNeeded(rule, all));
    const { worst: ____, received: _____, due: ______, ...whole } = countsOf(rule, all, readingsOf(all));
    expect(few).toEqual(whole);
  });
  fc.assert(property, { numRuns: 200 });
});

/** An hour whose readings lie around its mean. */
const someHour = fc
  .tuple(fc.integer({ min: 700, max: 1300 }), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 56, max: 60 }))
  .map(([mean, spread, count]): Given => ({ count, sum: mean * count + 7, min: mean - spread, max: mean + spread }));
/** Days that stay on one side of a limit of 1,000, that cross it, or that lack hours. */
const shifted = (by: number) =>
  fc
    .tuple(
      fc.integer({ min: 1000 + by - 40, max: 1000 + by + 40 }),
      fc.array(fc.nat(80), { minLength: 24, maxLength: 24 }),
    )
    .map(([base, steps]) =>
      steps.map((step): Given => ({ sum: (base + step) * PER_HOUR, min: base + step - 20, max: base + step + 20 })),
    );
const mixed = fc.array(fc.option(someHour, { freq: 9 }), { minLength: 24, maxLength: 24 });

it('counts days on which all fails, and finds the worst of them, without the hours of the others', () => {
  const averaging = fc.constantFrom(
    ...(['HOUR', 'EIGHT_HOURS', 'OPEN_DAY', 'INSTANT', 'HALF_HOUR', 'TWENTY_MINUTES'] as const),
  );
  const days = fc.array(
    fc.record({ given: fc.oneof(...[600, 200, -200, -600].map(shifted), mixed), limit: fc.constantFrom(990, 1000) }),
    { minLength: 1, maxLength: 6 },
  );
  const direction = fc.constantFrom('AT_MOST', 'BELOW', 'AT_LEAST' as const);
  const hours = fc.constantFrom('ALL', 'OPEN' as const);
  let [spared, compared] = [0, 0];
  const property = fc.property(days, averaging, direction, hours, (all, each, side, which) => {
    const rule = { ...RULE, averaging: each, direction: side, hours: which } as Rule;
    const period = all.map(({ given, limit }, at) =>
      dayOf(addDays('2026-03-02', at), (n) => given[n] ?? null, { limit, isOpen: (n) => n >= 9 && n < 18 }),
    );
    const few = countsOf(rule, period, readNeeded(rule, period));
    const whole = countsOf(rule, period, readingsOf(period));
    const counts = ({ expected, valid, complied }: RuleCounts) => [expected, valid, complied];
    expect(counts(few)).toEqual(counts(whole));
    if (whole.complied === whole.valid) return;
    expect(few.worst).toEqual(whole.worst);
    compared++;
    const failing = period.filter(({ total, limit }) => {
      const best = side === 'AT_LEAST' ? total.max : total.min;
      return total.count > 0.99 * total.expected && best !== null && !complies(best, limit, side);
    });
    if ([...neededOf(rule, failing)].includes(0)) spared++;
  });
  fc.assert(property, { numRuns: 500 });
  expect(compared).toBeGreaterThan(100);
  expect(spared).toBeGreaterThan(20);
});

it('needs the hours of a day on which all fails where an hour may lack data', () => {
  const failing = [dayOf('2026-03-02', () => 1500), dayOf('2026-03-03', () => 1200)];
  expect([...neededOf(RULE, failing)]).toEqual([1, 0]);
  expect([...neededOf({ ...RULE, minCompleteness: 0.9 }, failing)]).toEqual([1, 1]);
  const begun = dayOf('2026-03-03', (hour) => (hour < 12 ? { count: 0, min: null, max: null, expected: 0 } : 1200));
  const total = { ...begun.total, expected: 12 * PER_HOUR };
  expect([...neededOf(RULE, [failing[0] as TestDay, { ...begun, total }])]).toEqual([1, 1]);
});
