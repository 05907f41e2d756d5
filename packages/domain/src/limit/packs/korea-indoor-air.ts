import { type FacilityKind, kindsOfGroup } from '../facility.ts';
import type { Certainty, LimitPack, LimitRule } from '../rule.ts';
import { rulesOf } from './build.ts';

const A = kindsOfGroup('A');
const B = kindsOfGroup('B');
const C = kindsOfGroup('C');
const D = kindsOfGroup('D');

/** Group A with the stricter PM2.5 value since 2026. */
const A_STRICTER: readonly FacilityKind[] = ['LIBRARY', 'MUSEUM', 'LARGE_STORE', 'ACADEMY'];
const A_OTHERS = A.filter((kind) => !A_STRICTER.includes(kind));
/** Annex 2, note: 1,500 ppm of CO2 where natural ventilation is impossible and equipment ventilates. */
const SEALED_KINDS: readonly FacilityKind[] = ['LIBRARY', 'CINEMA', 'ACADEMY', 'PC_ROOM'];

const ACT_BEGIN = '2004-05-30';
const REFORM = '2019-07-01';
const BEFORE_REFORM = '2019-06-30';

const SEOUL_PAGE = 'news.seoul.go.kr/env/indoor-air';
const EASYLAW = 'easylaw.go.kr 2022-04-15; news.seoul.go.kr/env/indoor-air';
const NO_SOURCE = 'no source found';
const PRESS_2018 = 'lospi.co.kr; fnnews 2018-06-26';
const PRESS_2019 = 'kmib, kukinews 2019-06; fnnews 2018-06';

/** The averaging of the official test method (ES 02130): 24 h for particles, 1 h for gases, samples of a laboratory. */
const DAY = { averaging: 'DAY', averagingCertainty: 'SECONDARY' } as const;
const GAS = { averaging: 'HOUR', averagingCertainty: 'UNCONFIRMED' } as const;
const CO2 = { ...GAS, hours: 'OPEN' } as const;
const SAMPLE = { averaging: 'SAMPLE', averagingCertainty: 'UNCONFIRMED' } as const;

interface Values {
  pm10?: number;
  pm25?: number;
  co2?: number;
  hcho?: number;
  bacteria?: number;
  co?: number;
}

const maintained = (
  shared: Partial<LimitRule> & { group: string; source: string; certainty: Certainty; validFrom: string },
  { pm10, pm25, co2, hcho, bacteria, co }: Values,
): LimitRule[] =>
  rulesOf(shared, [
    ...(pm10 === undefined ? [] : [{ quantity: 'PM10', value: pm10, unit: 'µg/m³', ...DAY } as const]),
    ...(pm25 === undefined ? [] : [{ quantity: 'PM2.5', value: pm25, unit: 'µg/m³', ...DAY } as const]),
    ...(co2 === undefined ? [] : [{ quantity: 'CO2', value: co2, unit: 'ppm', ...CO2 } as const]),
    ...(hcho === undefined ? [] : [{ quantity: 'HCHO', value: hcho, unit: 'µg/m³', ...GAS } as const]),
    ...(bacteria === undefined ? [] : [{ quantity: 'BACTERIA', value: bacteria, unit: 'CFU/m³', ...SAMPLE } as const]),
    ...(co === undefined ? [] : [{ quantity: 'CO', value: co, unit: 'ppm', ...GAS } as const]),
  ]);

/** CO2 of the kinds of the note, by their ventilation: an unknown one gets the usual value. */
const sealed = (value: number, isSealed: boolean, since: Pick<LimitRule, 'validFrom' | 'validTo' | 'certainty'>) =>
  rulesOf({ group: isSealed ? 'sealed' : 'aired', kinds: SEALED_KINDS, source: SEOUL_PAGE, ...since }, [
    {
      ...{ quantity: 'CO2', value, unit: 'ppm', ...CO2 },
      ventilations: isSealed ? ['MECHANICAL_ONLY'] : ['NATURAL', 'MECHANICAL', null],
    },
  ]);

const A_UNSEALED = A.filter((kind) => !SEALED_KINDS.includes(kind));

/** Annex 2, in force until 30 June 2019. */
const BEFORE_2019: readonly LimitRule[] = [
  ...maintained(
    {
      ...{ group: 'A', kinds: A, source: PRESS_2018, certainty: 'SECONDARY' },
      ...{ validFrom: ACT_BEGIN, validTo: BEFORE_REFORM },
    },
    { pm10: 150, co: 10 },
  ),
  ...maintained(
    { group: 'A', kinds: A, source: NO_SOURCE, certainty: 'UNCONFIRMED', validFrom: ACT_BEGIN, validTo: '2011-12-31' },
    { hcho: 120 },
  ),
  ...maintained(
    {
      ...{ group: 'A', kinds: A, source: PRESS_2018, certainty: 'SECONDARY' },
      ...{ validFrom: '2012-01-01', validTo: BEFORE_REFORM },
    },
    { hcho: 100 },
  ),
  ...maintained(
    {
      ...{ group: 'A', kinds: A_UNSEALED, source: PRESS_2018, certainty: 'SECONDARY' },
      ...{ validFrom: ACT_BEGIN, validTo: BEFORE_REFORM },
    },
    { co2: 1000 },
  ),
  ...sealed(1000, false, { validFrom: ACT_BEGIN, validTo: BEFORE_REFORM, certainty: 'SECONDARY' }),
  ...sealed(1500, true, { validFrom: ACT_BEGIN, validTo: BEFORE_REFORM, certainty: 'SECONDARY' }),
  ...maintained(
    {
      ...{ group: 'B', kinds: B, source: PRESS_2019, certainty: 'SECONDARY' },
      ...{ validFrom: ACT_BEGIN, validTo: BEFORE_REFORM },
    },
    { pm10: 100, co2: 1000, hcho: 100, bacteria: 800, co: 10 },
  ),
  ...maintained(
    {
      ...{ group: 'B', kinds: B, source: 'kizmom 2017-11-13', certainty: 'SECONDARY', isRecommended: true },
      ...{ validFrom: '2018-01-01', validTo: BEFORE_REFORM },
    },
    { pm25: 70 },
  ),
];

/** Annex 2: the maintained values that hold now. */
const PRESENT: readonly LimitRule[] = [
  ...maintained(
    { group: 'A', kinds: A, source: EASYLAW, certainty: 'OFFICIAL', validFrom: REFORM },
    { pm10: 100, hcho: 100, co: 10 },
  ),
  ...maintained(
    { group: 'A', kinds: A_UNSEALED, source: EASYLAW, certainty: 'OFFICIAL', validFrom: REFORM },
    { co2: 1000 },
  ),
  ...sealed(1000, false, { validFrom: REFORM, validTo: null, certainty: 'OFFICIAL' }),
  ...sealed(1500, true, { validFrom: REFORM, validTo: null, certainty: 'OFFICIAL' }),
  ...maintained(
    { group: 'A', kinds: A_OTHERS, source: EASYLAW, certainty: 'OFFICIAL', validFrom: REFORM },
    { pm25: 50 },
  ),
  ...maintained(
    {
      ...{ group: 'A-stricter', kinds: A_STRICTER, source: EASYLAW, certainty: 'OFFICIAL' },
      ...{ validFrom: REFORM, validTo: '2025-12-31' },
    },
    { pm25: 50 },
  ),
  ...maintained(
    {
      ...{ group: 'A-stricter', kinds: A_STRICTER, certainty: 'SECONDARY', validFrom: '2026-01-01' },
      source: 'Yonhap, Donga 2024-12-22: promulgated 2024-12-23',
    },
    { pm25: 40 },
  ),
  ...maintained(
    { group: 'B', kinds: B, source: EASYLAW, certainty: 'OFFICIAL', validFrom: REFORM },
    { pm10: 75, pm25: 35, co2: 1000, hcho: 80, bacteria: 800, co: 10 },
  ),
  ...maintained(
    { group: 'C', kinds: C, source: EASYLAW, certainty: 'OFFICIAL', validFrom: ACT_BEGIN },
    { pm10: 200, co2: 1000, hcho: 100, co: 25 },
  ),
  ...maintained(
    { group: 'D', kinds: D, source: `${EASYLAW}; Act 13601`, certainty: 'OFFICIAL', validFrom: '2016-12-23' },
    { pm10: 200 },
  ),
];

/** Annex 3: recommended values, of laboratories. */
const recommended = (
  group: string,
  kinds: readonly FacilityKind[],
  values: { no2: number; radon: number; tvoc: number; mould?: number },
): LimitRule[] =>
  rulesOf(
    {
      ...{ group, kinds, source: SEOUL_PAGE, certainty: 'OFFICIAL', validFrom: REFORM, isRecommended: true },
      ...SAMPLE,
    },
    [
      { quantity: 'NO2', value: values.no2, unit: 'ppm', ...GAS },
      { quantity: 'RADON', value: values.radon, unit: 'Bq/m³' },
      { quantity: 'TVOC', value: values.tvoc, unit: 'µg/m³' },
      ...(values.mould === undefined ? [] : [{ quantity: 'MOULD', value: values.mould, unit: 'CFU/m³' } as const]),
    ],
  );

const RECOMMENDED: readonly LimitRule[] = [
  ...rulesOf(
    {
      ...{ group: 'A', kinds: A, source: 'kukinews 2019-06-29, kmib 2019-07-08', certainty: 'SECONDARY' },
      ...{ validFrom: ACT_BEGIN, validTo: BEFORE_REFORM, isRecommended: true },
    },
    [{ quantity: 'NO2', value: 0.05, unit: 'ppm', ...GAS }],
  ),
  ...recommended('A', A, { no2: 0.1, radon: 148, tvoc: 500 }),
  ...recommended('B', B, { no2: 0.05, radon: 148, tvoc: 400, mould: 500 }),
  ...recommended('C', C, { no2: 0.3, radon: 148, tvoc: 1000 }),
];

/** Stricter values of cities (Act, article 5(3)). The first day of each single value is not confirmed. */
const seoul = { region: 'KR-11', source: `Seoul ordinance of 2019-09-26; ${SEOUL_PAGE}` } as const;
const daejeon = { region: 'KR-30', source: 'Daejeon, press of 2019-07' } as const;
const since = (validFrom: string) => ({ validFrom, certainty: 'SECONDARY' }) as const;
const REGIONAL: readonly LimitRule[] = [
  ...maintained({ group: 'A', kinds: A, ...seoul, ...since('2019-09-26') }, { co: 9 }),
  ...maintained({ group: 'B', kinds: B, ...seoul, ...since('2019-09-26') }, { co2: 900, co: 9 }),
  ...maintained({ group: 'C', kinds: C, ...seoul, ...since('2019-09-26') }, { pm10: 180, co: 20 }),
  ...maintained({ group: 'A', kinds: A, ...daejeon, ...since(REFORM) }, { hcho: 90, co: 9 }),
  ...maintained({ group: 'C', kinds: C, ...daejeon, ...since(REFORM) }, { co: 20 }),
];

/** Values of the nation, without those of cities. */
export const NATIONAL: readonly LimitRule[] = [...BEFORE_2019, ...PRESENT, ...RECOMMENDED];

/** Korea: Indoor Air Quality Control Act, annexes 2 and 3 of its rule, and stricter values of cities. */
export const KOREA_INDOOR_AIR: LimitPack = {
  code: 'KR_INDOOR_AIR',
  kind: 'LAW',
  authority: '실내공기질 관리법 시행규칙 별표 2, 별표 3',
  isKoreanAct: true,
  rules: [...NATIONAL, ...REGIONAL],
};
