import { describe, expect, it } from 'vitest';
import { coverageOf, FACILITY_KINDS, type Facility, kindsOfGroup } from './facility.ts';
import { LIMIT_PACKS } from './packs/index.ts';
import { KOREA_EXCELLENCE } from './packs/korea-excellence.ts';
import { KOREA_INDOOR_AIR } from './packs/korea-indoor-air.ts';
import { KOREA_SCHOOLS } from './packs/korea-schools.ts';
import { complies, isDraft, isMeasured, type LimitPack, type LimitRule, limitTicks } from './rule.ts';
import { rulesOn } from './rules-on.ts';

const facility = (given: Partial<Facility>): Facility => ({
  ...{ kind: null, region: null, area: null, beds: null, seats: null, ventilation: null },
  ...given,
});

const rule = (pack: LimitPack, given: Partial<Facility>, day: string, quantity: LimitRule['quantity']) =>
  rulesOn(pack, facility(given), day).filter((each) => each.quantity === quantity && !each.isRecommended);
const values = (...asked: Parameters<typeof rule>) => rule(...asked).map(({ value }) => value);

/** Whether a mean in the rule's own unit complies with all rules that hold. */
const passes = (pack: LimitPack, given: Partial<Facility>, day: string, type: LimitRule['quantity'], mean: number) =>
  rule(pack, given, day, type).every((each) => complies(mean, each.value, each.direction));

describe('rulesOn', () => {
  it.each<[string, Partial<Facility>, string, LimitRule['quantity'], number, boolean]>([
    ['library PM2.5 45 in 2025', { kind: 'LIBRARY' }, '2025-12-31', 'PM2.5', 45, true],
    ['library PM2.5 45 in 2026', { kind: 'LIBRARY' }, '2026-01-01', 'PM2.5', 45, false],
    ['station PM2.5 45 in 2026', { kind: 'UNDERGROUND_STATION' }, '2026-01-01', 'PM2.5', 45, true],
    ['day care PM10 90 before the reform', { kind: 'DAY_CARE' }, '2019-06-30', 'PM10', 90, true],
    ['day care PM10 90 after it', { kind: 'DAY_CARE' }, '2019-07-01', 'PM10', 90, false],
    ['day care CO2 950 in Seoul', { kind: 'DAY_CARE', region: 'KR-11' }, '2020-01-01', 'CO2', 950, false],
    ['day care CO2 950 in Busan', { kind: 'DAY_CARE', region: 'KR-26' }, '2020-01-01', 'CO2', 950, true],
    ['academy CO2 1,200', { kind: 'ACADEMY' }, '2026-03-02', 'CO2', 1200, false],
    [
      'academy CO2 1,200, ventilated by machines',
      { kind: 'ACADEMY', ventilation: 'MECHANICAL' },
      '2026-03-02',
      'CO2',
      1200,
      false,
    ],
    [
      'academy CO2 1,200 where only machines can ventilate',
      { kind: 'ACADEMY', ventilation: 'MECHANICAL_ONLY' },
      '2026-03-02',
      'CO2',
      1200,
      true,
    ],
    [
      'hospital CO2 1,200: the note does not hold for group B',
      { kind: 'MEDICAL', ventilation: 'MECHANICAL_ONLY' },
      '2026-03-02',
      'CO2',
      1200,
      false,
    ],
  ])('%s', (_, given, day, type, mean, isMet) => {
    expect(rule(KOREA_INDOOR_AIR, given, day, type)).toHaveLength(1);
    expect(passes(KOREA_INDOOR_AIR, given, day, type, mean)).toBe(isMet);
  });

  it('has regional values in place of those of the nation, from their day on', () => {
    const park = { kind: 'INDOOR_CAR_PARK', region: 'KR-11' } as const;
    expect(values(KOREA_INDOOR_AIR, park, '2019-09-25', 'PM10')).toEqual([200]);
    expect(values(KOREA_INDOOR_AIR, park, '2019-09-26', 'PM10')).toEqual([180]);
    expect(values(KOREA_INDOOR_AIR, { kind: 'LIBRARY', region: 'KR-30' }, '2020-01-01', 'HCHO')).toEqual([90]);
  });

  it('has no particle rule below the size of the Act, and the usual one where the size is unknown', () => {
    expect(values(KOREA_INDOOR_AIR, { kind: 'LIBRARY', area: 2999 }, '2026-01-01', 'PM10')).toEqual([]);
    expect(values(KOREA_INDOOR_AIR, { kind: 'LIBRARY', area: 3000 }, '2026-01-01', 'PM10')).toEqual([100]);
    expect(values(KOREA_INDOOR_AIR, { kind: 'LIBRARY' }, '2026-01-01', 'PM10')).toEqual([100]);
    expect(values(KOREA_INDOOR_AIR, {}, '2026-01-01', 'PM10')).toEqual([]);
  });

  it.each([
    ['LIBRARY', null, 80, [32], 800, 80],
    ['LIBRARY', 'MECHANICAL_ONLY', 80, [32], 1200, 80],
    ['BATH', null, 80, [40], 800, 80],
    ['MEDICAL', null, 60, [28], 800, 64],
  ] as const)('demands 80 %% of a %s (%s) of excellence', (kind, ventilation, pm10, pm25, co2, hcho) => {
    const of = (type: LimitRule['quantity'], day = '2026-03-26') =>
      values(KOREA_EXCELLENCE, { kind, ventilation }, day, type);
    expect([of('PM10'), of('PM2.5'), of('CO2'), of('HCHO')]).toEqual([[pm10], pm25, [co2], [hcho]]);
    expect(of('PM10', '2026-03-25')).toEqual([]);
  });

  it('changes PM10 of schools in 2019, and has a value for gyms from then on', () => {
    const of = (kind: 'SCHOOL' | 'SCHOOL_GYM', day: string) => values(KOREA_SCHOOLS, { kind }, day, 'PM10');
    expect([of('SCHOOL', '2019-10-23'), of('SCHOOL', '2019-10-24')]).toEqual([[100], [75]]);
    expect([of('SCHOOL_GYM', '2019-10-23'), of('SCHOOL_GYM', '2019-10-24')]).toEqual([[], [150]]);
  });
});

describe('coverageOf', () => {
  it.each<[Partial<Facility>, string, ReturnType<typeof coverageOf>]>([
    [{ kind: 'MEDICAL', area: 500, beds: 100 }, '2026-01-01', 'COVERED'],
    [{ kind: 'MEDICAL', area: 500, beds: 99 }, '2026-01-01', 'NOT_COVERED'],
    [{ kind: 'MEDICAL', area: 500 }, '2026-01-01', 'UNKNOWN'],
    [{ kind: 'CONCERT_HALL', seats: 999 }, '2026-01-01', 'NOT_COVERED'],
    [{ kind: 'LARGE_STORE' }, '2026-01-01', 'COVERED'],
    [{ kind: 'INDOOR_PLAYGROUND', area: 430 }, '2020-04-02', 'NOT_COVERED'],
    [{ kind: 'INDOOR_PLAYGROUND', area: 430 }, '2020-04-03', 'COVERED'],
    [{ kind: 'SCHOOL', area: 9999 }, '2026-01-01', 'NOT_COVERED'],
  ])('%o on %s: %s', (given, day, coverage) => {
    expect(coverageOf(facility(given), day)).toBe(coverage);
  });

  it('knows the 25 kinds of the Act', () => {
    expect(
      FACILITY_KINDS.filter((kind) =>
        (['A', 'B', 'C', 'D'] as const).some((group) => kindsOfGroup(group).includes(kind)),
      ),
    ).toHaveLength(25);
  });
});

describe('the shipped packs', () => {
  const all = LIMIT_PACKS.flatMap((pack) => pack.rules.map((each) => ({ pack: pack.code, ...each })));

  it('have one code for each rule', () => {
    expect(new Set(all.map(({ pack, code }) => `${pack} ${code}`)).size).toBe(all.length);
  });

  it('are values in units of their types, of days in order, with a source', () => {
    for (const each of all) {
      if (isMeasured(each)) expect(limitTicks(each)).toBeGreaterThan(0);
      expect(each.validTo === null || each.validFrom < each.validTo).toBe(true);
      expect(each.source).not.toBe('');
    }
  });

  it('say which rules are drafts', () => {
    const library = rule(KOREA_INDOOR_AIR, { kind: 'LIBRARY' }, '2026-01-01', 'PM2.5');
    expect(library.map((each) => [each.certainty, isDraft(each)])).toEqual([['SECONDARY', true]]);
    const care = rule(KOREA_INDOOR_AIR, { kind: 'DAY_CARE' }, '2026-01-01', 'PM2.5');
    expect(care.map((each) => [each.certainty, isDraft(each)])).toEqual([['OFFICIAL', false]]);
    expect(new Set(LIMIT_PACKS.filter(({ rules }) => rules.every(isDraft)).map(({ code }) => code))).toEqual(
      new Set([
        'KR_SCHOOLS',
        'KR_OFFICES',
        'WHO_2021',
        'EN_16798_1',
        'RESET',
        'UK_BB101',
        'TW_INDOOR',
        'SG_SS554',
        'CN_GB_T_18883',
        'DE_GUIDES',
        'FR_2023',
      ]),
    );
  });

  it.each([
    [{ quantity: 'HCHO', value: 100, unit: 'µg/m³' }, 100],
    [{ quantity: 'HCHO', value: 0.1, unit: 'mg/m³' }, 100],
    [{ quantity: 'PM2.5', value: 0.05, unit: 'mg/m³' }, 500],
    [{ quantity: 'CO2', value: 1000, unit: 'ppm' }, 1000],
  ] as const)('%o is %d ticks', (each, ticks) => {
    expect(limitTicks(each)).toBeCloseTo(ticks, 6);
  });
});
