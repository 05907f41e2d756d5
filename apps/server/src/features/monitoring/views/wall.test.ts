import { expect, test } from 'vitest';
import { aContext } from '../../../testing/context.ts';
import { aSnapshot } from '../../../testing/snapshot.ts';
import { createAssessor } from '../assess/assessor.ts';
import { createCurrentAir } from '../current/current-air.ts';
import { lookAtWall, type WallChoice } from './wall.ts';

const NOW = Date.UTC(2026, 2, 2, 3, 5);
const MINUTE = 60_000;
const [PM10, CO2, CO2_SECOND, TEMPERATURE] = [101, 401, 402, 501];

const snapshot = aSnapshot([
  {
    id: 1,
    offices: [
      {
        id: 1,
        departments: [
          { id: 1, meters: [{ id: 1, sensors: ['PM10', 'CO2', 'CO2', 'TEMPERATURE'] }, { id: 2 }, { id: 3 }] },
          { id: 2, meters: [{ id: 4 }] },
        ],
      },
      { id: 2, departments: [{ id: 3, meters: [{ id: 5 }] }] },
      { id: 3, departments: [{ id: 4, meters: [] }] },
    ],
  },
  { id: 2, offices: [{ id: 9, departments: [{ id: 9, meters: [{ id: 9 }] }] }] },
]);

const look = (
  choice: WallChoice,
  measured: [meterId: number, time: number, readings: Record<number, number>][] = [],
) => {
  const current = createCurrentAir();
  for (const [meterId, time, readings] of measured) {
    current.apply([{ meterId, time, channels: Object.keys(readings).map(Number), ticks: Object.values(readings) }]);
  }
  const context = aContext(snapshot, { scope: { reach: 'own', organizationId: 1 }, now: NOW });
  return lookAtWall(createAssessor(current), context, choice)?.places ?? [];
};

test.each<[string, WallChoice, number[]]>([
  ['the organization as a whole', { level: 'ORGANIZATION', placeIds: [], plans: [] }, [1]],
  ['every office that has a meter', { level: 'OFFICE', placeIds: [], plans: [] }, [1, 2]],
  ['the chosen ones, without one that is no more', { level: 'OFFICE', placeIds: [2, 77], plans: [] }, [2]],
  ['departments', { level: 'DEPARTMENT', placeIds: [], plans: [] }, [1, 2, 3]],
  ["nothing of another organization's", { level: 'DEPARTMENT', placeIds: [9], plans: [] }, []],
])('goes through %s', (_, choice, ids) => {
  expect(look(choice).map(({ id }) => id)).toEqual(ids);
});

test('rooms are silent ones first, then worst first, then those that never measured', () => {
  const [place] = look({ level: 'DEPARTMENT', placeIds: [1], plans: [] }, [
    [1, NOW, { [CO2]: 1624 }],
    [3, NOW - 4 * MINUTE, { [CO2]: 5000 }],
  ]);
  expect(place?.rooms.map(({ id, stale, grade }) => [id, stale, grade])).toEqual([
    [3, true, null],
    [1, false, 'VERY_BAD'],
    [2, true, null],
  ]);
  expect(place?.rooms[0]).toMatchObject({
    last_time: new Date(NOW - 4 * MINUTE).toISOString(),
    values: [],
    index: null,
  });
  expect(place?.meters).toMatchObject({ total: 3, online: 1, stale: 1, VERY_BAD: 1 });
});

test('shows the highest value of several sensors of a type, and none of silent sensors', () => {
  const [place] = look({ level: 'DEPARTMENT', placeIds: [1], plans: [] }, [
    [1, NOW - 4 * MINUTE, { [PM10]: 9000 }],
    [1, NOW, { [CO2]: 600, [CO2_SECOND]: 800, [TEMPERATURE]: 2150 }],
  ]);
  expect(place?.rooms[0]?.values).toEqual([
    { type: 'CO2', value: 800, rating: 'GOOD' },
    { type: 'TEMPERATURE', value: 21.5, rating: expect.any(String) },
  ]);
});

test('a plan shows the enabled meters of its office where they are pinned, each with its deciding value', () => {
  const current = createCurrentAir();
  current.apply([{ meterId: 4, time: NOW, channels: [CO2], ticks: [1624] }]);
  const context = aContext(snapshot, { scope: { reach: 'own', organizationId: 1 }, now: NOW });
  const pin = (meter_id: number) => ({ meter_id, x: 0.25, y: 0.5 });
  const plan = { name: '1F', width: 800, height: 600, image_version: 2 };
  // Meter 5 moved to another office, and 9 is of another organization.
  const plans = [
    { id: 7, office_id: 1, ...plan, pins: [pin(2), pin(4), pin(5), pin(9), pin(77)] },
    { id: 8, office_id: 9, ...plan, pins: [pin(9)] },
  ];
  const look = () => lookAtWall(createAssessor(current), context, { level: 'OFFICE', placeIds: [], plans })?.plans;
  expect(look()).toMatchObject([
    {
      ...{ id: 7, ...plan, office: 'Office 1', pins: [pin(2), pin(4)], meters: { total: 2, online: 1 } },
      rooms: [
        { id: 4, name: 'Meter 4', grade: 'VERY_BAD', values: [{ type: 'CO2', value: 1624 }] },
        { id: 2, stale: true, values: [] },
      ],
    },
  ]);
  expect(JSON.stringify(look())).not.toMatch(/Meter 5|Meter 9|office_id/);
});
