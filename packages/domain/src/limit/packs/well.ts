import type { LimitPack } from '../rule.ts';
import { ALWAYS, packOf, rulesOf } from './build.ts';

/** Each sensor's data of regularly occupied hours; periods without data count as failed. */
const OF_SENSORS = { kind: 'SHARE', share: 0.9, missingFails: true } as const;

/** WELL, features A01 and A05, by data of sensors as Performance Verification counts them. */
export const WELL: LimitPack = packOf({
  code: 'WELL',
  kind: 'CERTIFICATE',
  authority: 'International WELL Building Institute',
  rules: [
    ...rulesOf(
      {
        ...{ hours: 'OPEN', averaging: 'HOUR', statistic: OF_SENSORS, averagingCertainty: 'SECONDARY' },
        ...{ validFrom: ALWAYS, certainty: 'UNCONFIRMED', source: 'WELL v2 A01, A03, A05; support.kaiterra.com' },
      },
      [
        {
          ...{ quantity: 'PM2.5', value: 15, unit: 'µg/m³', direction: 'BELOW', level: 'VERSION_1' },
          ...{ certainty: 'OFFICIAL', source: 'standard.wellcertified.com/v7', validFrom: ALWAYS },
        },
        {
          ...{ quantity: 'PM10', value: 50, unit: 'µg/m³', direction: 'BELOW', level: 'VERSION_1' },
          ...{ certainty: 'OFFICIAL', source: 'standard.wellcertified.com/v7', validFrom: ALWAYS },
        },
        {
          ...{ quantity: 'HCHO', value: 27, unit: 'ppb', direction: 'BELOW', level: 'VERSION_1' },
          ...{ certainty: 'OFFICIAL', source: 'standard.wellcertified.com/v7', validFrom: ALWAYS },
        },
        { quantity: 'PM2.5', value: 15, unit: 'µg/m³' },
        { quantity: 'PM10', value: 50, unit: 'µg/m³' },
        { quantity: 'PM2.5', value: 25, unit: 'µg/m³', level: 'OUTDOORS_BAD' },
        { quantity: 'PM10', value: 50, unit: 'µg/m³', level: 'OUTDOORS_BAD' },
        { quantity: 'HCHO', value: 50, unit: 'µg/m³' },
        { quantity: 'CO2', value: 900, unit: 'ppm' },
        { code: 'outdoors/CO2/750', quantity: 'CO2', value: 750, unit: 'ppm', basis: 'ABOVE_OUTDOORS' },
        { code: 'outdoors/CO2/600', quantity: 'CO2', value: 600, unit: 'ppm', basis: 'ABOVE_OUTDOORS' },
        { quantity: 'PM2.5', value: 12, unit: 'µg/m³', level: 'GOOD' },
        { quantity: 'PM2.5', value: 10, unit: 'µg/m³', level: 'EXCELLENT' },
        { quantity: 'PM10', value: 30, unit: 'µg/m³', level: 'GOOD' },
        { quantity: 'PM10', value: 20, unit: 'µg/m³', level: 'EXCELLENT' },
      ],
    ),
  ],
});
