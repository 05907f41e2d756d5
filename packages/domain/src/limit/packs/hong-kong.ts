import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

/** Hong Kong: certification of offices and public places, classes Excellent and Good, until the revision of 2019. */
const BEFORE_2019 = { validFrom: '2003-09-01', validTo: '2019-06-30', certainty: 'OFFICIAL' } as const;
/** The guide of 2019 exists; its numbers could not be confirmed. */
const SINCE_2019 = { validFrom: '2019-07-01', certainty: 'UNCONFIRMED' } as const;

const hongKong = (since: typeof BEFORE_2019 | typeof SINCE_2019, pm10OfGood: number) =>
  rulesOf(
    { hours: 'OPEN', averaging: 'EIGHT_HOURS', direction: 'BELOW', source: 'emsd.gov.hk, guide of 2003', ...since },
    [
      { quantity: 'CO2', value: 800, unit: 'ppm', level: 'EXCELLENT' },
      { quantity: 'CO2', value: 1000, unit: 'ppm', level: 'GOOD' },
      { quantity: 'PM10', value: 20, unit: 'µg/m³', level: 'EXCELLENT' },
      { quantity: 'PM10', value: pm10OfGood, unit: 'µg/m³', level: 'GOOD' },
      { quantity: 'HCHO', value: 30, unit: 'µg/m³', level: 'EXCELLENT' },
      { quantity: 'HCHO', value: 100, unit: 'µg/m³', level: 'GOOD' },
      { quantity: 'TVOC', value: 200, unit: 'µg/m³', level: 'EXCELLENT' },
      { quantity: 'TVOC', value: 600, unit: 'µg/m³', level: 'GOOD' },
    ],
  );

/** The revision replaced temperature and humidity. */
const HONG_KONG_CLIMATE = rulesOf(
  { hours: 'OPEN', averaging: 'EIGHT_HOURS', source: 'emsd.gov.hk, guide of 2003', ...BEFORE_2019 },
  [
    {
      ...{ quantity: 'TEMPERATURE', value: 20, unit: '°C', direction: 'AT_LEAST', level: 'EXCELLENT' },
      code: 'least/TEMPERATURE',
    },
    { quantity: 'TEMPERATURE', value: 25.5, unit: '°C', direction: 'BELOW', level: 'EXCELLENT' },
    { quantity: 'TEMPERATURE', value: 25.5, unit: '°C', direction: 'BELOW', level: 'GOOD' },
    {
      ...{ quantity: 'HUMIDITY', value: 40, unit: '%', direction: 'AT_LEAST', level: 'EXCELLENT' },
      code: 'least/HUMIDITY',
    },
    { quantity: 'HUMIDITY', value: 70, unit: '%', direction: 'BELOW', level: 'EXCELLENT' },
    { quantity: 'HUMIDITY', value: 70, unit: '%', direction: 'BELOW', level: 'GOOD' },
  ],
);

export const HONG_KONG: LimitPack = packOf({
  code: 'HK_IAQ',
  kind: 'CERTIFICATE',
  authority: 'Hong Kong EPD, IAQ Certification Scheme',
  rules: [...hongKong(BEFORE_2019, 180), ...hongKong(SINCE_2019, 100), ...HONG_KONG_CLIMATE],
});
