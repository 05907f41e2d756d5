import { bucketsOf } from '@airdeck/domain/bucket';
import { describe, expect, it } from 'vitest';
import { aContext } from '../../../testing/context.ts';
import { aSnapshot } from '../../../testing/snapshot.ts';
import { type Column, type SortKeys, sortByKeys } from '../averages/average-sort.ts';
import type { BucketRef } from '../averages/cells.ts';
import { headingOf, subjectText } from '../export/heading.ts';
import { batchesOf } from '../list/row-list.ts';
import { findMeter, findSensor, metersOf, purifiersOf, sensorsOf } from './filter.ts';
import { findPlace, nameOfPlace, placesOf } from './places.ts';

const NOW = Date.UTC(2026, 2, 2, 3);
const snapshot = aSnapshot([
  {
    ...{ id: 1, name: '나래', nameEn: 'Alpha' },
    offices: [
      {
        ...{ id: 11, name: '본관', nameEn: 'Main' },
        departments: [
          {
            id: 111,
            name: '2층',
            meters: [
              {
                id: 4,
                name: '교실 10',
                nameEn: 'Room 1',
                sensors: ['TEMPERATURE', 'CO2', 'CO2'],
                purifiers: [402, 401],
              },
            ],
          },
          {
            id: 112,
            name: '1층',
            meters: [
              { id: 5, name: '교실 2', sensors: ['PM10'] },
              { id: 6, name: '교실 1', use: 'N', purifiers: [601] },
            ],
          },
          { id: 113, name: '비어 있음', meters: [] },
        ],
      },
      { id: 12, name: '별관', departments: [{ id: 121, name: '1층', meters: [{ id: 7, name: '강당' }] }] },
    ],
  },
  {
    id: 2,
    name: '가람',
    nameEn: 'Beta',
    timeZone: 'Asia/Kolkata',
    offices: [{ id: 21, departments: [{ id: 211, meters: [{ id: 8 }] }] }],
  },
]);
const all = aContext(snapshot, { now: NOW });
const own = aContext(snapshot, { now: NOW, scope: { reach: 'own', organizationId: 1 } });
const english = aContext(snapshot, { now: NOW, language: 'en' });
const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id);
const missing = expect.objectContaining({ code: 'RESOURCE_NOT_FOUND' });

describe('the meters of a filter', () => {
  it('are all of them, in the order of the tree in the language', () => {
    expect(idsOf(metersOf(all, {}))).toEqual([8, 7, 6, 5, 4]);
    expect(idsOf(metersOf(english, {}))[4]).toBe(8);
    expect(idsOf(metersOf(own, {}))).toEqual([7, 6, 5, 4]);
  });

  it('do not include meters that were out of use before the period, unless it names them', () => {
    const startTime = '2026-01-01';
    expect(idsOf(metersOf(own, { startTime }))).toEqual([7, 5, 4]);
    expect(idsOf(metersOf(own, { startTime, meterId: [6] }))).toEqual([6]);
  });

  it.each([
    [{ organizationId: 1 }, [7, 6, 5, 4]],
    [{ officeId: 11 }, [6, 5, 4]],
    [{ departmentId: 111 }, [4]],
    [{ departmentId: 113 }, []],
    [{ officeId: 12, departmentId: 111 }, []],
    [{ organizationId: 2, officeId: 11 }, []],
    [{ meterId: [4, 7, 4] }, [7, 4]],
    [{ meterId: [7, 4], officeId: 12 }, [7]],
    [{ meterId: [] }, []],
  ])('%j', (filter, ids) => {
    expect(idsOf(metersOf(all, filter))).toEqual(ids);
  });

  it.each([
    { organizationId: 2 },
    { officeId: 21 },
    { departmentId: 211 },
    { meterId: [8] },
    { meterId: [99] },
    { organizationId: 99 },
  ])('do not exist for a viewer of another organization: %j', (filter) => {
    expect(() => metersOf(own, filter)).toThrow(missing);
  });
});

describe('the parts of a filter', () => {
  it('are sensors by type and number', () => {
    expect(idsOf(sensorsOf(all, { meterId: [4] }))).toEqual([401, 402, 400]);
    expect(idsOf(sensorsOf(all, { meterId: [4], type: ['CO2'] }))).toEqual([401, 402]);
    expect(idsOf(sensorsOf(all, { sensorId: [402, 500] }))).toEqual([500, 402]);
    expect(idsOf(sensorsOf(all, { sensorId: [402, 500], type: ['PM10'] }))).toEqual([500]);
    expect(idsOf(sensorsOf(all, { sensorId: [402], meterId: [5] }))).toEqual([]);
    expect(() => sensorsOf(own, { sensorId: [800] })).toThrow(missing);
    expect([findSensor(all, 402).id, findMeter(all, 4).id]).toEqual([402, 4]);
  });

  it('are purifiers', () => {
    expect(idsOf(purifiersOf(all, {})).toSorted()).toEqual([401, 402, 601]);
    expect(idsOf(purifiersOf(all, { purifierId: [402] }))).toEqual([402]);
    expect(() => purifiersOf(all, { purifierId: [999] })).toThrow(missing);
  });
});

describe('the places of a filter', () => {
  const idsAt = (level: 'organization' | 'office' | 'department', filter: object) =>
    placesOf(all, level, filter).map(({ id, meters }) => [id, idsOf(meters)]);

  it('have all their meters, also when one meter is asked for', () => {
    expect(idsAt('organization', { meterId: [4] })).toEqual([[1, [7, 6, 5, 4]]]);
    expect(idsAt('office', {})).toEqual([
      [21, [8]],
      [12, [7]],
      [11, [6, 5, 4]],
    ]);
    expect(idsAt('department', { officeId: 11 })).toEqual([
      [112, [6, 5]],
      [111, [4]],
    ]);
  });

  it('have the places above them, and none below', () => {
    const [organization, office, department] = [
      findPlace(all, 'organization', 1),
      findPlace(all, 'office', 11),
      findPlace(all, 'department', 111),
    ];
    expect([organization.office, organization.department, office.office?.id, office.department]).toEqual([
      null,
      null,
      11,
      null,
    ]);
    expect([department.office?.id, department.department?.id, department.organization.id]).toEqual([11, 111, 1]);
    expect([organization, office, department].map((place) => nameOfPlace(place, 'ko'))).toEqual([
      '나래',
      '본관',
      '2층',
    ]);
    expect(nameOfPlace(office, 'en')).toBe('Main');
  });

  it.each([
    ['department', 113],
    ['office', 99],
  ] as const)('do not exist without a meter: %s %i', (level, id) => {
    expect(() => findPlace(all, level, id)).toThrow(missing);
  });
});

describe('rows of averages', () => {
  interface Item {
    name: string;
    value: number | null;
  }
  const buckets = bucketsOf('day', '2026-03-01', '2026-03-02', 'UTC');
  const items: Item[] = [
    { name: '교실 10', value: 5 },
    { name: '교실 2', value: null },
    { name: '교실 1', value: 7 },
    { name: '교실 2', value: 5 },
  ];
  const refs = items.flatMap((item, rank): BucketRef<Item>[] =>
    buckets.map((_, at) => ({ of: { item, rank, buckets, count: [1, 1] }, at })),
  );
  const keys: SortKeys<Item, 'name' | 'value'> = {
    nameOf: (field) => (field === 'name' ? ({ name }) => name : null),
    valuesOf: async (_, rows): Promise<Column> => Float64Array.from(rows, ({ of }) => of.item.value ?? Number.NaN),
  };
  const sorted = async (...sort: Parameters<typeof sortByKeys<Item, 'name' | 'value'>>[2]) =>
    (await sortByKeys('ko', refs, sort, keys)).map(({ of, at }) => `${of.rank}${at}`).join(' ');
  const by = (field: 'name' | 'value' | 'start', descending = false) => ({ field, descending });

  it('are newest first, then in the order of the items', async () => {
    expect(await sorted()).toBe('01 11 21 31 00 10 20 30');
    expect(await sorted(by('start'))).toBe('00 10 20 30 01 11 21 31');
    expect(await sorted(by('start', true))).toBe('01 11 21 31 00 10 20 30');
  });

  it('are by name as people count, equal names together', async () => {
    expect(await sorted(by('name'))).toBe('21 20 11 31 10 30 01 00');
    expect(await sorted(by('name', true), by('start'))).toBe('00 01 10 30 11 31 20 21');
  });

  it('are by value, missing ones last in both directions', async () => {
    expect(await sorted(by('value'))).toBe('01 31 00 30 21 20 11 10');
    expect(await sorted(by('value', true))).toBe('21 20 01 31 00 30 11 10');
    expect(await sorted(by('value'), by('name'))).toBe('31 30 01 00 21 20 11 10');
  });

  it('come in batches, of the first ones', () => {
    expect([...batchesOf([1, 2, 3, 4, 5], 2, 9)]).toEqual([[1, 2], [3, 4], [5]]);
    expect([...batchesOf([1, 2, 3, 4], 2, 4)]).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect([...batchesOf([1, 2, 3, 4], 2, 3)]).toEqual([[1, 2], [3]]);
    expect([...batchesOf([1, 2], 2, 0)]).toEqual([]);
    expect([...batchesOf([], 2, 5)]).toEqual([]);
  });
});

describe('the heading of a file', () => {
  const meter = (id: number) => findMeter(all, id);
  const subject = (ids: number[], parts: string[] = [], language: 'ko' | 'en' = 'en') =>
    subjectText({ meters: ids.map(meter), parts, several: '{{number}} sensors' }, language);

  it.each<[number[], string[], string]>([
    [[4], [], 'Alpha · Main · 2층 · Room 1'],
    [[4], ['CO2'], 'Alpha · Main · 2층 · Room 1 · CO2'],
    [[4], ['CO2', 'PM10', 'PM2.5'], 'Alpha · Main · 2층 · Room 1 · 3 sensors'],
    [[4, 5], [], 'Alpha · Main · 2 meters'],
    [[4, 7], [], 'Alpha · 2 meters'],
  ])('of the meters %j and the parts %j', (ids, parts, text) => {
    expect(subject(ids, parts)).toBe(text);
  });

  it('of meters that share no place, or of none, is everything', () => {
    const every = subjectText({ meters: [] }, 'en');
    expect(subject([4, 8])).toBe(`${every} · 2 meters`);
    expect(every).not.toBe(subjectText({ meters: [] }, 'ko'));
  });

  it('says what, when, and by whom', () => {
    const facts = { subject: { meters: [meter(4)] }, list: 'Readings', step: 'Hours', viewer: 'Kim' };
    const days = { startTime: '2026-03-01', endTime: '2026-03-02' };
    const [place, what, made] = headingOf({ language: 'en', now: NOW }, { ...facts, query: days });
    expect([place, what]).toEqual(['Alpha · Main · 2층 · Room 1', 'Readings · Hours · 03/01/2026 – 03/02/2026']);
    expect(made).toMatch(/03\/02\/2026 12:00 \(UTC\+09:00\) · .*Kim$/);
    const korean = headingOf({ language: 'ko', now: NOW }, { ...facts, query: days, viewer: null });
    expect(korean[1]).toContain('2026-03-01 ~ 2026-03-02');
    expect(korean[2]).toMatch(/2026-03-02 12:00 \(UTC\+09:00\)$/);
    const oneDay = { startTime: '2026-03-02', endTime: '2026-03-02' };
    expect(headingOf({ language: 'en', now: NOW }, { ...facts, query: oneDay })[1]).toBe(
      'Readings · Hours · 03/02/2026',
    );
    expect(headingOf({ language: 'en', now: NOW }, { ...facts, subject: { meters: [] }, query: days })[2]).toContain(
      '03:00 (UTC+00:00)',
    );
  });
});
