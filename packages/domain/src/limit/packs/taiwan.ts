import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

/** Taiwan: indoor air quality standards. */
export const TAIWAN: LimitPack = packOf({
  code: 'TW_INDOOR',
  kind: 'LAW',
  authority: '室內空氣品質標準',
  rules: rulesOf(
    { source: 'law.moj.gov.tw O0130005 §2, in code; springer table', certainty: 'SECONDARY', validFrom: '2012-11-23' },
    [
      { quantity: 'CO2', value: 1000, unit: 'ppm', averaging: 'EIGHT_HOURS' },
      { quantity: 'HCHO', value: 0.08, unit: 'ppm', averaging: 'HOUR' },
      { quantity: 'TVOC', value: 0.56, unit: 'ppm', averaging: 'HOUR' },
      { quantity: 'PM10', value: 75, unit: 'µg/m³', averaging: 'DAY' },
      { quantity: 'PM2.5', value: 35, unit: 'µg/m³', averaging: 'DAY' },
      { quantity: 'CO', value: 9, unit: 'ppm', averaging: 'EIGHT_HOURS' },
      { quantity: 'OZONE', value: 0.06, unit: 'ppm', averaging: 'EIGHT_HOURS' },
      { quantity: 'BACTERIA', value: 1500, unit: 'CFU/m³', averaging: 'SAMPLE' },
      { quantity: 'MOULD', value: 1000, unit: 'CFU/m³', averaging: 'SAMPLE', certainty: 'UNCONFIRMED' },
    ],
  ),
});
