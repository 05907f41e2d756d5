import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

const FULL_TEXT = 'woojooengho.conocean.co.kr; emac0502.mycafe24.com';
const FROM = '2020-01-15';

/** Korea: guide on the air of offices. All values are means of eight hours, and none carries a fine. */
export const KOREA_OFFICES: LimitPack = packOf({
  code: 'KR_OFFICES',
  kind: 'GUIDE',
  authority: '사무실 공기관리 지침, 고용노동부고시 제2020-45호',
  rules: [
    ...rulesOf(
      {
        ...{ kinds: ['OFFICE'], averaging: 'EIGHT_HOURS', hours: 'OPEN' },
        ...{ certainty: 'SECONDARY', source: FULL_TEXT, validFrom: FROM, isRecommended: true },
      },
      [
        {
          ...{ quantity: 'PM10', value: 150, unit: 'µg/m³', source: 'text of 2007' },
          ...{ validFrom: '2007-01-01', validTo: '2020-01-14' },
        },
        { quantity: 'PM10', value: 100, unit: 'µg/m³' },
        { quantity: 'PM2.5', value: 50, unit: 'µg/m³' },
        { quantity: 'CO2', value: 1000, unit: 'ppm' },
        { quantity: 'HCHO', value: 100, unit: 'µg/m³' },
        { quantity: 'CO', value: 10, unit: 'ppm' },
        { quantity: 'NO2', value: 0.1, unit: 'ppm' },
        { quantity: 'TVOC', value: 500, unit: 'µg/m³' },
        { quantity: 'RADON', value: 148, unit: 'Bq/m³' },
        { quantity: 'BACTERIA', value: 800, unit: 'CFU/m³' },
        { quantity: 'MOULD', value: 500, unit: 'CFU/m³' },
        { quantity: 'VENTILATION_RATE', value: 0.57, unit: 'm³/min', direction: 'AT_LEAST' },
        { quantity: 'AIR_CHANGES', value: 4, unit: '1/h', direction: 'AT_LEAST' },
      ],
    ),
  ],
});
