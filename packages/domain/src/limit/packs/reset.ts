import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

/** RESET Air v2, Commercial Interiors: mean of the occupied hours of each day, at every monitor. */
export const RESET: LimitPack = packOf({
  code: 'RESET',
  kind: 'CERTIFICATE',
  authority: 'RESET Air v2, Commercial Interiors',
  rules: rulesOf(
    {
      ...{ hours: 'OPEN', averaging: 'OPEN_DAY', direction: 'BELOW' },
      ...{ validFrom: '2018-01-01', certainty: 'UNCONFIRMED', source: 'RESET Air v2.0' },
    },
    [
      { quantity: 'PM2.5', value: 35, unit: 'µg/m³', level: 'ACCEPTABLE' },
      { quantity: 'PM2.5', value: 12, unit: 'µg/m³', level: 'HIGH' },
      { quantity: 'CO2', value: 1000, unit: 'ppm', level: 'ACCEPTABLE' },
      { quantity: 'CO2', value: 600, unit: 'ppm', level: 'HIGH' },
      { quantity: 'TVOC', value: 500, unit: 'µg/m³', level: 'ACCEPTABLE' },
      { quantity: 'TVOC', value: 400, unit: 'µg/m³', level: 'HIGH' },
      { quantity: 'CO', value: 9, unit: 'ppm', level: 'BURNERS' },
    ],
  ),
});
