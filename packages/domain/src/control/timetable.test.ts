import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, localDay, startOfLocalDay, weekdayOf } from '../calendar.ts';
import { DAY_MS, MINUTE_MS } from '../duration.ts';
import { ACTION_RULES, isAction } from './command.ts';
import {
  commandsOf,
  exceptionOn,
  occurrencesBetween,
  periodsIssue,
  TIMETABLE_ACTIONS,
  TIMETABLE_MODES,
  type Timetable,
  type TimetablePeriod,
} from './timetable.ts';

const period = (start: string, end: string, mode: TimetablePeriod['mode'] = 'AUTO'): TimetablePeriod => ({
  start,
  end,
  mode,
});
const everyDay = (...periods: TimetablePeriod[]): Timetable => ({
  week: Array.from({ length: 7 }, () => periods),
  exceptions: [],
});
const at = (iso: string) => Date.parse(iso);

/** The occurrences of local days, as `HH:MM action` in UTC with the day. */
const listed = (timetable: Timetable, from: string, to: string, zone: string): string[] =>
  occurrencesBetween(timetable, startOfLocalDay(from, zone) - 1, startOfLocalDay(addDays(to, 1), zone) - 1, zone).map(
    ({ time, action }) => `${new Date(time).toISOString().slice(5, 16)} ${action}`,
  );

describe('occurrencesBetween', () => {
  it('switches on at the start and off at the end of each period', () => {
    const timetable = everyDay(period('0830', '1200', 'STRONG'), period('1300', '1800'));
    expect(listed(timetable, '2026-03-02', '2026-03-02', 'Asia/Seoul')).toEqual([
      '03-01T23:30 STRONG',
      '03-02T03:00 OFF',
      '03-02T04:00 AUTO',
      '03-02T09:00 OFF',
    ]);
  });

  it('follows the weekday', () => {
    const timetable = { week: [[period('0800', '0900')], [], [], [], [], [], []], exceptions: [] };
    expect(listed(timetable, '2026-03-02', '2026-03-08', 'UTC')).toEqual(['03-02T08:00 AUTO', '03-02T09:00 OFF']);
  });

  it('joins adjacent periods, over midnight too', () => {
    const timetable = everyDay(period('0000', '0600', 'WEAK'), period('0600', '0700'), period('2200', '2359', 'WEAK'));
    expect(listed(timetable, '2026-03-02', '2026-03-03', 'UTC')).toEqual([
      '03-02T06:00 AUTO',
      '03-02T07:00 OFF',
      '03-02T22:00 WEAK',
      '03-03T06:00 AUTO',
      '03-03T07:00 OFF',
      '03-03T22:00 WEAK',
    ]);
  });

  it('switches off at midnight when the next day is off', () => {
    const timetable = {
      ...everyDay(period('0000', '2359', 'WEAK')),
      exceptions: [{ from: '2026-03-03', to: '2026-03-04', periods: [] }],
    };
    expect(listed(timetable, '2026-03-02', '2026-03-05', 'UTC')).toEqual(['03-03T00:00 OFF', '03-05T00:00 WEAK']);
    expect(exceptionOn(timetable, '2026-03-04')).toBe(timetable.exceptions[0]);
    expect(exceptionOn(timetable, '2026-03-05')).toBeUndefined();
  });

  it('applies the first matching exception', () => {
    const timetable = {
      ...everyDay(period('0800', '1800')),
      exceptions: [
        { from: '2026-03-02', to: '2026-03-02', periods: [period('1000', '1100', 'STRONG')] },
        { from: '2026-03-01', to: '2026-03-31', periods: [] },
      ],
    };
    expect(listed(timetable, '2026-03-01', '2026-03-03', 'UTC')).toEqual(['03-02T10:00 STRONG', '03-02T11:00 OFF']);
  });

  it.each([
    ['02:30 is skipped: when the clock is moved', 'America/New_York', '2026-03-08', '0230', '0400', '07:00', '08:00'],
    ['01:30 comes twice: the first', 'America/New_York', '2026-11-01', '0130', '0300', '05:30', '08:00'],
    ['of half an hour, skipped', 'Australia/Lord_Howe', '2026-10-04', '0215', '0300', '15:30', '16:00'],
    ['of half an hour, twice', 'Australia/Lord_Howe', '2026-04-05', '0145', '0230', '14:45', '16:00'],
    ['zones of 15 minutes', 'Asia/Kathmandu', '2026-03-02', '0000', '0030', '18:15', '18:45'],
  ])('is right across daylight saving: %s', (_, zone, day, start, end, on, off) => {
    expect(listed(everyDay(period(start, end)), day, day, zone).map((text) => text.slice(6))).toEqual([
      `${on} AUTO`,
      `${off} OFF`,
    ]);
  });

  it('omits a period that daylight saving removes', () => {
    expect(listed(everyDay(period('0200', '0259')), '2026-03-08', '2026-03-08', 'America/New_York')).toEqual([]);
    expect(listed(everyDay(period('0800', '0900')), '2011-12-30', '2011-12-30', 'Pacific/Apia')).toEqual([]);
  });

  it('includes `to` and excludes `from`', () => {
    const timetable = everyDay(period('0800', '0900'));
    const on = at('2026-03-02T08:00:00Z');
    const count = (from: number, to: number) => occurrencesBetween(timetable, from, to, 'UTC').length;
    expect([count(on - 1, on - 1), count(on - 1, on), count(on, on + 1)]).toEqual([0, 1, 0]);
  });
});

/** The clock of a zone at each minute; a repeated hour is not walked twice. */
const walk = (from: number, to: number, zone: string) => {
  const clock = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  const minutes: { time: number; day: string; clock: string }[] = [];
  let latest = '';
  for (let time = from; time <= to; time += MINUTE_MS) {
    const shown = clock.format(time);
    if (shown > latest) latest = shown;
    minutes.push({ time, day: latest.slice(0, 10), clock: latest.slice(12).replace(':', '') });
  }
  return minutes;
};

/** The changes from one of these minutes to the next. */
const walked = (timetable: Timetable, minutes: ReturnType<typeof walk>) => {
  const actions = minutes.map(({ day, clock }) => {
    const exception = timetable.exceptions.find((each) => each.from <= day && day <= each.to);
    const periods = exception?.periods ?? timetable.week[(new Date(day).getUTCDay() + 6) % 7] ?? [];
    return periods.find(({ start, end }) => start <= clock && (clock < end || end === '2359'))?.mode ?? 'OFF';
  });
  return minutes.flatMap(({ time }, i) =>
    i === 0 || actions[i] === actions[i - 1] ? [] : [{ time, action: actions[i] }],
  );
};

const times = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minute) => {
  const text = (value: number) => String(value).padStart(2, '0');
  return `${text(Math.floor(minute / 60))}${text(minute % 60)}`;
});
const days = fc
  .uniqueArray(fc.oneof(times, fc.constantFrom('0000', '0130', '0200', '0215', '0230', '0300', '2359')), {
    maxLength: 6,
  })
  .chain((cuts) => {
    const sorted = cuts.toSorted();
    const pairs = sorted.slice(1).map((end, i) => ({ start: sorted[i] ?? '', end }));
    return fc.tuple(
      ...pairs.map((pair) => fc.option(fc.constantFrom(...TIMETABLE_MODES).map((mode) => ({ ...pair, mode })))),
    );
  })
  .map((periods) => periods.filter((each) => each !== null));

describe.each([
  ['Asia/Seoul', '2026-03-02'],
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['Asia/Kathmandu', '2026-06-01'],
])('in %s from %s', (zone, first) => {
  it('gives the same occurrences as walking the clock', () => {
    const from = startOfLocalDay(first, zone);
    const to = from + 3 * DAY_MS;
    const minutes = walk(from, to, zone);
    fc.assert(
      fc.property(fc.array(days, { minLength: 7, maxLength: 7 }), days, fc.nat(2), (week, own, on) => {
        const day = addDays(first, on);
        const timetable = { week, exceptions: [{ from: day, to: day, periods: own }] };
        expect(occurrencesBetween(timetable, from, to, zone)).toEqual(walked(timetable, minutes));
      }),
    );
  });

  it('gives the same in pieces as at once', () => {
    fc.assert(
      fc.property(fc.array(days, { minLength: 7, maxLength: 7 }), fc.nat(3 * 24 * 60), (week, minute) => {
        const timetable = { week, exceptions: [] };
        const from = startOfLocalDay(first, zone);
        const [middle, to] = [from + minute * MINUTE_MS, from + 3 * DAY_MS];
        const pieces = [
          ...occurrencesBetween(timetable, from, middle, zone),
          ...occurrencesBetween(timetable, middle, to, zone),
        ];
        expect(pieces).toEqual(occurrencesBetween(timetable, from, to, zone));
      }),
    );
  });
});

it.each<[TimetablePeriod[], ReturnType<typeof periodsIssue>]>([
  [[], null],
  [[period('0000', '2359')], null],
  [[period('1200', '1300'), period('0800', '1200')], null],
  [[period('0800', '0800')], 'END_BEFORE_START'],
  [[period('0900', '0800')], 'END_BEFORE_START'],
  [[period('0800', '1200'), period('1159', '1300')], 'OVERLAP'],
  [[period('0800', '2400')], 'TIME_OF_DAY'],
  [[period('8:00', '0900')], 'TIME_OF_DAY'],
])('periods %o: %s', (periods, issue) => {
  expect(periodsIssue(periods)).toBe(issue);
});

it('maps actions to commands that purifiers support', () => {
  for (const action of TIMETABLE_ACTIONS) {
    for (const [command, word] of commandsOf(action)) {
      expect(ACTION_RULES[command].kind).toBe('choice');
      expect(isAction(command, word)).toBe(true);
    }
  }
});

it('starts the week on Monday', () => {
  expect(['2026-03-02', '2026-03-08', '1969-12-29', '1960-01-03'].map(weekdayOf)).toEqual([0, 6, 0, 6]);
  expect(localDay(at('2026-03-02T00:00:00Z'), 'UTC')).toBe('2026-03-02');
});
