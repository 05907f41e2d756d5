import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

const RESULT_SHEETS = 'school.cbe.go.kr, sheets of results 2021';
/** Sheets and tables do not say from when a value without a day holds: the first day that is known of the annex. */
const KNOWN_SINCE = '2006-01-01';
/** Rule 194; the day is not confirmed. */
const CHANGE_2019 = '2019-10-24';

const building = { kinds: ['SCHOOL'], hours: 'OPEN' } as const;

/** Korea: School Health Act, annexes 2, 4-2 of its rule. */
export const KOREA_SCHOOLS: LimitPack = packOf({
  code: 'KR_SCHOOLS',
  kind: 'LAW',
  authority: '학교보건법 시행규칙 별표 2, 별표 4의2',
  rules: [
    ...rulesOf(
      { ...building, hours: 'ALL', certainty: 'SECONDARY', averaging: 'DAY', averagingCertainty: 'UNCONFIRMED' },
      [
        { quantity: 'PM2.5', value: 35, unit: 'µg/m³', source: 'rule 154; hangyo.com', validFrom: '2018-03-27' },
        {
          ...{ quantity: 'PM10', value: 100, unit: 'µg/m³', source: 'joie 2019', certainty: 'UNCONFIRMED' },
          ...{ validFrom: KNOWN_SINCE, validTo: '2019-10-23' },
        },
        {
          ...{ quantity: 'PM10', value: 75, unit: 'µg/m³', source: 'joie 2019; rule 194', certainty: 'UNCONFIRMED' },
          validFrom: CHANGE_2019,
        },
        {
          ...{ quantity: 'PM10', value: 150, unit: 'µg/m³', source: 'joie 2019; rule 194', certainty: 'UNCONFIRMED' },
          ...{ validFrom: CHANGE_2019, kinds: ['SCHOOL_GYM'], code: 'gym/PM10' },
        },
      ],
    ),
    ...rulesOf(
      {
        ...building,
        certainty: 'SECONDARY',
        source: RESULT_SHEETS,
        validFrom: KNOWN_SINCE,
        averagingCertainty: 'UNCONFIRMED',
      },
      [
        { code: 'aired/CO2', quantity: 'CO2', value: 1000, unit: 'ppm', ventilations: ['NATURAL', null] },
        {
          code: 'mechanical/CO2',
          quantity: 'CO2',
          value: 1500,
          unit: 'ppm',
          ventilations: ['MECHANICAL', 'MECHANICAL_ONLY'],
        },
        { quantity: 'HCHO', value: 100, unit: 'µg/m³', hours: 'ALL', certainty: 'UNCONFIRMED', validTo: '2019-10-23' },
        { quantity: 'HCHO', value: 80, unit: 'µg/m³', hours: 'ALL', certainty: 'UNCONFIRMED', validFrom: CHANGE_2019 },
        { code: 'least/TEMPERATURE', quantity: 'TEMPERATURE', value: 18, unit: '°C', direction: 'AT_LEAST' },
        { quantity: 'TEMPERATURE', value: 28, unit: '°C' },
        { code: 'least/HUMIDITY', quantity: 'HUMIDITY', value: 30, unit: '%', direction: 'AT_LEAST' },
        { quantity: 'HUMIDITY', value: 80, unit: '%' },
        { quantity: 'VENTILATION_RATE', value: 21.6, unit: 'm³/h', direction: 'AT_LEAST', averaging: 'SAMPLE' },
        { quantity: 'ILLUMINANCE', value: 300, unit: 'lx', direction: 'AT_LEAST', averaging: 'SAMPLE' },
        { quantity: 'NOISE', value: 55, unit: 'dB(A)', averaging: 'SAMPLE' },
        { quantity: 'CO', value: 10, unit: 'ppm' },
        { quantity: 'NO2', value: 0.05, unit: 'ppm' },
        { quantity: 'BACTERIA', value: 800, unit: 'CFU/m³', averaging: 'SAMPLE' },
        // Sheets of one region print 100.
        { quantity: 'FALLING_BACTERIA', value: 10, unit: 'CFU', averaging: 'SAMPLE', certainty: 'UNCONFIRMED' },
        { quantity: 'RADON', value: 148, unit: 'Bq/m³', averaging: 'SAMPLE' },
        { quantity: 'TVOC', value: 400, unit: 'µg/m³', averaging: 'SAMPLE' },
        { quantity: 'ASBESTOS', value: 0.01, unit: '1/cm³', averaging: 'SAMPLE' },
        { quantity: 'OZONE', value: 0.06, unit: 'ppm', averaging: 'SAMPLE' },
        { quantity: 'MITES', value: 100, unit: '1/m²', averaging: 'SAMPLE' },
      ],
    ),
  ],
});
