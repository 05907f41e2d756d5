import { MAX_PUBLIC_METERS } from '@airdeck/contract/public-page/routes';
import { expect, test } from 'vitest';
import { aContext } from '../../../testing/context.ts';
import { aSnapshot } from '../../../testing/snapshot.ts';
import { createAssessor } from '../assess/assessor.ts';
import { createCurrentAir } from '../current/current-air.ts';
import { lookAtPublicAir } from './public-air.ts';

const NOW = Date.UTC(2026, 2, 2, 3, 5);
const MINUTE = 60_000;
const CO2 = 401;

const certificate = { grade: 'GRADE_2', number: 'PM-7', until: '2026-03-02' } as const;
const snapshot = aSnapshot([
  {
    id: 1,
    offices: [
      {
        id: 1,
        departments: [
          { id: 1, meters: [{ id: 1, certificate }, { id: 2 }, { id: 3, use: 'N' }, { id: 5, isPublic: false }] },
          { id: 2, meters: [{ id: 4 }] },
        ],
      },
    ],
  },
  { id: 2, offices: [{ id: 9, departments: [{ id: 9, meters: [{ id: 9 }] }] }] },
  { id: 3, use: 'N', offices: [] },
  {
    id: 4,
    offices: [{ id: 40, departments: [{ id: 40, meters: Array.from({ length: 502 }, (_, i) => ({ id: 1000 + i })) }] }],
  },
]);

const look = (organizationId: number, now = NOW) => {
  const current = createCurrentAir();
  current.apply([
    { meterId: 1, time: NOW, channels: [CO2], ticks: [1624] },
    { meterId: 2, time: NOW - 4 * MINUTE, channels: [CO2], ticks: [500] },
  ]);
  const context = aContext(snapshot, { scope: { reach: 'own', organizationId }, now });
  return lookAtPublicAir(createAssessor(current), context);
};

test('shows the enabled, published meters of one organization, and no value that is not current', () => {
  expect(look(1)?.meters).toEqual([
    {
      ...{ office: 'Office 1', department: 'Department 1', name: 'Meter 1', time: '2026-03-02T03:05:00.000Z' },
      grade: 'VERY_BAD',
      values: [{ type: 'CO2', value: 1624, unit: 'ppm', rating: 'VERY_BAD' }],
      certificate: { grade: 'GRADE_2', number: 'PM-7', valid_until: '2026-03-02', is_expired: false },
    },
    expect.objectContaining({ name: 'Meter 2', time: null, grade: null, values: [] }),
    expect.objectContaining({
      ...{ name: 'Meter 4', time: null },
      certificate: { grade: null, number: null, valid_until: null, is_expired: false },
    }),
  ]);
});

test('a certificate expires when its last day has passed where the organization is', () => {
  // Still 2 March in UTC.
  expect(look(1, Date.UTC(2026, 2, 2, 15, 0))?.meters[0]?.certificate.is_expired).toBe(true);
});

test('says how many meters are left out, and nothing of a disabled organization', () => {
  expect(look(4)).toMatchObject({ left_out: 2, meters: { length: MAX_PUBLIC_METERS } });
  expect(look(3)).toBeNull();
});
