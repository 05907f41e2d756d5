import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

/** At least 95 % of the time in use, as Active House and the follow-up of the standard count. */
const MOST = { kind: 'SHARE', share: 0.95, missingFails: false } as const;

/** EN 16798-1:2019: CO2 above outdoors by category; temperature and humidity of categories I and II. */
export const EN_16798_1: LimitPack = packOf({
  code: 'EN_16798_1',
  kind: 'GUIDE',
  authority: 'CEN, EN 16798-1:2019',
  rules: [
    ...rulesOf(
      {
        ...{ source: 'DIN EN 16798-1 p. 55, in RWTH-E3D/carbonfly', certainty: 'SECONDARY', validFrom: '2019-01-01' },
        ...{ averaging: 'INSTANT', hours: 'OPEN', basis: 'ABOVE_OUTDOORS', statistic: MOST },
        averagingCertainty: 'UNCONFIRMED',
      },
      [
        { quantity: 'CO2', value: 550, unit: 'ppm', level: 'CATEGORY_I' },
        { quantity: 'CO2', value: 800, unit: 'ppm', level: 'CATEGORY_II' },
        { quantity: 'CO2', value: 1350, unit: 'ppm', level: 'CATEGORY_III' },
      ],
    ),
    ...rulesOf(
      {
        ...{ source: 'EN 16798-1:2019', certainty: 'UNCONFIRMED', validFrom: '2019-01-01' },
        ...{ averaging: 'INSTANT', hours: 'OPEN', statistic: MOST },
      },
      [
        {
          ...{ quantity: 'TEMPERATURE', value: 20, unit: '°C', level: 'CATEGORY_II' },
          code: 'least/TEMPERATURE',
          direction: 'AT_LEAST',
        },
        { quantity: 'TEMPERATURE', value: 26, unit: '°C', level: 'CATEGORY_II' },
        {
          ...{ quantity: 'HUMIDITY', value: 25, unit: '%', level: 'CATEGORY_II' },
          code: 'least/HUMIDITY/II',
          direction: 'AT_LEAST',
        },
        { quantity: 'HUMIDITY', value: 60, unit: '%', level: 'CATEGORY_II' },
        {
          ...{ quantity: 'HUMIDITY', value: 30, unit: '%', level: 'CATEGORY_I' },
          code: 'least/HUMIDITY/I',
          direction: 'AT_LEAST',
        },
        { quantity: 'HUMIDITY', value: 50, unit: '%', level: 'CATEGORY_I' },
      ],
    ),
  ],
});
