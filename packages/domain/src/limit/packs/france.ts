import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

/** France: decrees 2022-1689 and 2022-1690 on the yearly check of ventilation, and the guide value of formaldehyde. */
export const FRANCE: LimitPack = packOf({
  code: 'FR_2023',
  kind: 'LAW',
  authority: 'Décrets 2022-1689, 2022-1690',
  rules: [
    ...rulesOf(
      {
        ...{ source: 'décrets du 27 décembre 2022', certainty: 'UNCONFIRMED', validFrom: '2023-01-01' },
        ...{ averaging: 'HOUR', hours: 'OPEN' },
      },
      [
        { quantity: 'CO2', value: 800, unit: 'ppm', level: 'TARGET' },
        { quantity: 'CO2', value: 1500, unit: 'ppm', level: 'ACT' },
      ],
    ),
    ...rulesOf({ source: 'campaigns of 2023', certainty: 'UNCONFIRMED', validFrom: '2023-01-01', averaging: 'YEAR' }, [
      { quantity: 'HCHO', value: 30, unit: 'µg/m³', level: 'GUIDELINE' },
      { quantity: 'HCHO', value: 100, unit: 'µg/m³', level: 'ACT' },
    ]),
  ],
});
