import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

/** Singapore: SS 554:2016 with its amendment of 2021. */
export const SINGAPORE: LimitPack = packOf({
  code: 'SG_SS554',
  kind: 'GUIDE',
  authority: 'SS 554:2016 + A1:2021',
  rules: rulesOf(
    {
      ...{ hours: 'OPEN', averaging: 'EIGHT_HOURS', source: 'SS 554 in carbonfly p. 22' },
      ...{ certainty: 'UNCONFIRMED', validFrom: '2016-01-01' },
    },
    [
      { quantity: 'CO2', value: 700, unit: 'ppm', basis: 'ABOVE_OUTDOORS', certainty: 'SECONDARY' },
      { quantity: 'PM2.5', value: 37.5, unit: 'µg/m³' },
      { quantity: 'PM10', value: 50, unit: 'µg/m³' },
      { quantity: 'HCHO', value: 100, unit: 'µg/m³' },
      { code: 'least/TEMPERATURE', quantity: 'TEMPERATURE', value: 24, unit: '°C', direction: 'AT_LEAST' },
      { quantity: 'TEMPERATURE', value: 26, unit: '°C' },
      { quantity: 'HUMIDITY', value: 65, unit: '%', direction: 'BELOW', level: 'NEW_BUILDING' },
      { quantity: 'HUMIDITY', value: 70, unit: '%', direction: 'BELOW' },
    ],
  ),
});
