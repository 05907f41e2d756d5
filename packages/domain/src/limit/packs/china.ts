import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

/** China: GB/T 18883-2022, and the values of 2002 before it. */
export const CHINA: LimitPack = packOf({
  code: 'CN_GB_T_18883',
  kind: 'GUIDE',
  authority: 'GB/T 18883-2022',
  rules: [
    ...rulesOf(
      { source: 'chinesestandards.org; two repositories', certainty: 'UNCONFIRMED', validFrom: '2023-02-01' },
      [
        { quantity: 'HCHO', value: 0.08, unit: 'mg/m³', averaging: 'HOUR', certainty: 'SECONDARY' },
        { quantity: 'PM2.5', value: 0.05, unit: 'mg/m³', averaging: 'DAY' },
        { quantity: 'PM10', value: 0.1, unit: 'mg/m³', averaging: 'DAY' },
        { quantity: 'CO2', value: 1000, unit: 'ppm', averaging: 'HOUR' },
      ],
    ),
    ...rulesOf({ source: 'GB/T 18883-2002', certainty: 'SECONDARY', validFrom: '2002-01-01', validTo: '2023-01-31' }, [
      { quantity: 'PM10', value: 0.15, unit: 'mg/m³', averaging: 'DAY' },
      { quantity: 'CO2', value: 1000, unit: 'ppm', averaging: 'DAY' },
      { quantity: 'HCHO', value: 0.1, unit: 'mg/m³', averaging: 'HOUR' },
    ]),
  ],
});
