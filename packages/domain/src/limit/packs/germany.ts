import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

/** Germany: health evaluation of CO2 of 2008 and guide values of the committee on indoor guide values (AIR). */
export const GERMANY: LimitPack = packOf({
  code: 'DE_GUIDES',
  kind: 'GUIDE',
  authority: 'Umweltbundesamt, AIR',
  rules: [
    ...rulesOf(
      {
        ...{ source: 'Gesundheitsschutz 11-2008, in carbonfly', certainty: 'SECONDARY', validFrom: '2008-01-01' },
        ...{ averaging: 'INSTANT', hours: 'OPEN' },
      },
      [
        { quantity: 'CO2', value: 1000, unit: 'ppm', direction: 'BELOW', level: 'SAFE' },
        { quantity: 'CO2', value: 2000, unit: 'ppm', level: 'CONSPICUOUS' },
      ],
    ),
    ...rulesOf({ source: 'AIR', certainty: 'UNCONFIRMED', validFrom: '2022-01-01' }, [
      { quantity: 'PM2.5', value: 15, unit: 'µg/m³', averaging: 'DAY' },
      { quantity: 'HCHO', value: 0.1, unit: 'mg/m³', averaging: 'HALF_HOUR', validFrom: '2016-01-01' },
    ]),
  ],
});
