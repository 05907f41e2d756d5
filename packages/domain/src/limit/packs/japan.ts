import type { LimitPack } from '../rule.ts';
import { ALWAYS, packOf, rulesOf } from './build.ts';

const CHIYODA = 'Chiyoda city 2025';

/** Japan: Act on hygiene in buildings. Gases and dust as the mean of the day's use, climate as each value. */
export const JAPAN: LimitPack = packOf({
  code: 'JP_BUILDINGS',
  kind: 'LAW',
  authority: '建築物衛生法',
  rules: [
    ...rulesOf(
      { hours: 'OPEN', averaging: 'OPEN_DAY', source: CHIYODA, certainty: 'OFFICIAL', validFrom: '1970-01-01' },
      [
        { quantity: 'CO2', value: 1000, unit: 'ppm' },
        { quantity: 'DUST', value: 0.15, unit: 'mg/m³' },
        { quantity: 'CO', value: 10, unit: 'ppm', certainty: 'UNCONFIRMED', validTo: '2022-03-31' },
        { quantity: 'CO', value: 6, unit: 'ppm', certainty: 'UNCONFIRMED', validFrom: '2022-04-01' },
      ],
    ),
    ...rulesOf(
      { hours: 'OPEN', averaging: 'INSTANT', source: CHIYODA, certainty: 'UNCONFIRMED', validFrom: '2022-04-01' },
      [
        {
          ...{ code: 'least/TEMPERATURE/17', quantity: 'TEMPERATURE', value: 17, unit: '°C', direction: 'AT_LEAST' },
          ...{ validFrom: '1970-01-01', validTo: '2022-03-31' },
        },
        { code: 'least/TEMPERATURE/18', quantity: 'TEMPERATURE', value: 18, unit: '°C', direction: 'AT_LEAST' },
        { quantity: 'TEMPERATURE', value: 28, unit: '°C', validFrom: '1970-01-01' },
        {
          code: 'least/HUMIDITY',
          quantity: 'HUMIDITY',
          value: 40,
          unit: '%',
          direction: 'AT_LEAST',
          validFrom: '1970-01-01',
        },
        { quantity: 'HUMIDITY', value: 70, unit: '%', validFrom: '1970-01-01' },
        { quantity: 'AIR_SPEED', value: 0.5, unit: 'm/s', validFrom: '1970-01-01' },
      ],
    ),
    ...rulesOf({ source: '建築物衛生法', certainty: 'SECONDARY', validFrom: ALWAYS, level: 'NEW_BUILDING' }, [
      { quantity: 'HCHO', value: 0.1, unit: 'mg/m³', averaging: 'HALF_HOUR', averagingCertainty: 'UNCONFIRMED' },
    ]),
  ],
});
