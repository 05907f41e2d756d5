import type { LimitPack } from '../rule.ts';
import { packOf, rulesOf } from './build.ts';

const schools = { kinds: ['SCHOOL'], hours: 'OPEN', validFrom: '2018-08-01' } as const;
/** An unknown ventilation gets the stricter values. */
const MECHANICAL = ['MECHANICAL', 'MECHANICAL_ONLY', null] as const;
const NATURAL = ['NATURAL'] as const;

/** UK: Building Bulletin 101 of August 2018, ventilation of schools. */
export const BB101: LimitPack = packOf({
  code: 'UK_BB101',
  kind: 'GUIDE',
  authority: 'Department for Education, BB101',
  rules: [
    ...rulesOf({ ...schools, averaging: 'OPEN_DAY', source: 'cibsejournal', certainty: 'SECONDARY' }, [
      {
        ...{ quantity: 'CO2', value: 1000, unit: 'ppm', direction: 'BELOW' },
        code: 'mechanical/day',
        ventilations: MECHANICAL,
      },
      {
        ...{ quantity: 'CO2', value: 1500, unit: 'ppm', direction: 'BELOW' },
        code: 'natural/day',
        ventilations: NATURAL,
      },
    ]),
    ...rulesOf({ ...schools, averaging: 'TWENTY_MINUTES', source: 'cibsejournal' }, [
      {
        ...{ quantity: 'CO2', value: 1500, unit: 'ppm', certainty: 'UNCONFIRMED' },
        code: 'mechanical/20',
        ventilations: MECHANICAL,
      },
      {
        ...{ quantity: 'CO2', value: 2000, unit: 'ppm', certainty: 'SECONDARY' },
        code: 'natural/20',
        ventilations: NATURAL,
      },
    ]),
  ],
});
