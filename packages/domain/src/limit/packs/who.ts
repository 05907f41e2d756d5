import type { LimitLevel, LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

const LEVELS: readonly LimitLevel[] = ['GUIDELINE', 'INTERIM_4', 'INTERIM_3', 'INTERIM_2', 'INTERIM_1'];

const P99 = { kind: 'PERCENTILE', percentile: 99 } as const;

/** Means of a year and of 24 hours (99th percentile: three or four days a year may be above), by level. */
const particles = (quantity: 'PM2.5' | 'PM10', years: readonly number[], days: readonly number[]) =>
  rulesOf({ source: 'airclim.org, table of the guidelines', certainty: 'SECONDARY', validFrom: '2021-09-22' }, [
    ...LEVELS.map(
      (level, at) => ({ quantity, level, value: years[at] ?? 0, unit: 'µg/m³', averaging: 'YEAR' }) as const,
    ),
    ...LEVELS.map(
      (level, at) =>
        ({ quantity, level, value: days[at] ?? 0, unit: 'µg/m³', averaging: 'DAY', statistic: P99 }) as const,
    ),
  ]);

/** WHO: global air quality guidelines of 2021 with their interim targets, and formaldehyde of the indoor ones of 2010. */
export const WHO: LimitPack = packOf({
  code: 'WHO_2021',
  kind: 'GUIDE',
  authority: 'WHO',
  rules: [
    ...particles('PM2.5', [5, 10, 15, 25, 35], [15, 25, 37.5, 50, 75]),
    ...particles('PM10', [15, 20, 30, 50, 70], [45, 50, 75, 100, 150]),
    ...rulesOf({ source: 'WHO indoor guidelines 2010', certainty: 'UNCONFIRMED', validFrom: '2010-01-01' }, [
      { quantity: 'HCHO', value: 0.1, unit: 'mg/m³', averaging: 'HALF_HOUR' },
    ]),
  ],
});
