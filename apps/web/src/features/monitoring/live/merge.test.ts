import type { CardList, SensorCourse, SensorList, TreeNode } from '@airdeck/contract/monitoring/schema';
import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { describe, expect, it } from 'vitest';
import { mergeCards, mergeCourse, mergePurifiers, mergeSensors, mergeTree, type PurifierList } from './merge.ts';
import { createRecentEvents } from './recent-events.ts';

const counts = { total: 1, online: 1, stale: 0, never: 0, VERY_GOOD: 0, GOOD: 1, NORMAL: 0, BAD: 0, VERY_BAD: 0 };
const cardNow = {
  index: 40,
  grade: 'GOOD',
  worst: null,
  meters: counts,
  trend: [40],
  last_time: null,
  handling: null,
  maintenance: null,
} as const;
const still = { first_child: null, children: 0 };
const card = (id: number, name: string) => ({
  ...cardNow,
  ...still,
  above: [],
  weeks: [],
  weeks_until: '',
  trend: [40],
  id,
  name,
});
const list: CardList = {
  view: 'agency',
  path: [],
  time: '2026-11-21T10:00:00+09:00',
  meters: counts,
  cards: [card(1, '한빛'), card(2, '서울')],
};

describe('mergeCards', () => {
  const event = {
    type: 'cards',
    time: '2026-11-21T01:00:05Z',
    meters: { ...counts, BAD: 1 },
    cards: [
      { ...cardNow, trend: [41], id: 2, index: 130, grade: 'BAD' as const },
      { ...cardNow, trend: [], id: 9 },
    ],
  } as const;
  const merged = mergeCards(list, {
    ...event,
    cards: event.cards.map((each) => ({ ...each, trend: [...each.trend] })),
  });

  it('changes what is named, keeps names and weeks, and makes up no card', () => {
    expect(merged.cards.map(({ id, name, index, grade }) => [id, name, index, grade])).toEqual([
      [1, '한빛', 40, 'GOOD'],
      [2, '서울', 130, 'BAD'],
    ]);
    expect(merged.meters.BAD).toBe(1);
    expect(merged.cards[0]).toBe(list.cards[0]);
  });

  // Instants are compared: as text the last of them would be newer.
  it.each([
    ['older', '2026-11-21T00:59:59Z'],
    ['as old', '2026-11-21T01:00:00Z'],
    ['older, in another zone', '2026-11-21T23:59:59+23:00'],
  ])('does nothing with an event that is %s than the answer', (_, time) => {
    const cards = [{ ...cardNow, trend: [], id: 2, index: 130, grade: 'BAD' as const }];
    expect(mergeCards(list, { ...event, time, cards })).toBe(list);
  });
});

const ZONE = 'Asia/Seoul';
const sensor = {
  id: 7,
  type: 'CO2',
  sequence: 1,
  name: 'CO2 1',
  value: 700,
  rating: 'GOOD',
  since: null,
  time: '2026-11-21T00:29:00+09:00',
  stale: false,
  bounds: [600, 800, 1000, 1500],
  today_min: 650,
  today_max: 700,
  course: [660, null, 680],
} as const;

function sensors(path: SensorList['path'] = [{ kind: 'meter', id: 3, name: '2반' }]): SensorList {
  return {
    time: '2026-11-21T00:29:00+09:00',
    path,
    meters: [
      {
        id: 3,
        index: 40,
        grade: 'GOOD',
        since: null,
        last_time: sensor.time,
        stale: false,
        maintenance: null,
        path: [],
        code: 'A1',
        type: 'METER',
        interval_s: 60,
        time_zone: ZONE,
        sensors: [{ ...sensor, bounds: [...sensor.bounds], course: path.length > 0 ? [...sensor.course] : [] }],
      },
    ],
  };
}

function merged(time: string, value: number, list = sensors()) {
  const { id, type, sequence, name } = sensor;
  const now = { id, type, sequence, name, value, rating: 'NORMAL', since: null, time, stale: false } as const;
  const meter = {
    id: 3,
    index: 60,
    grade: 'NORMAL',
    since: null,
    last_time: time,
    stale: false,
    maintenance: null,
  } as const;
  const meters = [{ ...meter, sensors: [now] }];
  return mergeSensors(list, { type: 'sensors', time: '2026-11-22T00:00:00Z', meters }).meters[0];
}

describe('mergeSensors', () => {
  it.each([
    ['the first reading of a slot', '2026-11-21T00:30:00+09:00', 900, [660, null, 680, 900], 650, 900],
    ['one more in a slot: the mean of ten', '2026-11-21T00:29:30+09:00', 780, [660, null, 690], 650, 780],
    ['after a gap', '2026-11-21T00:55:00+09:00', 600, [660, null, 680, null, null, 600], 600, 700],
    ['the same reading again', sensor.time, 700, [660, null, 680], 650, 700],
    ['a new day', '2026-11-22T00:00:40+09:00', 500, [500], 500, 500],
  ])('%s', (_, time, value, course, min, max) => {
    const sensorNow = merged(time, value)?.sensors[0];
    expect(sensorNow).toMatchObject({ value, time, course, today_min: min, today_max: max, rating: 'NORMAL' });
    expect(sensorNow?.bounds).toEqual(sensor.bounds);
  });

  it.each([
    ['older', '2026-11-20T15:28:59Z'],
    ['as old', '2026-11-20T15:29:00Z'],
  ])('does nothing with an event that is %s than the answer', (_, time) => {
    const list = sensors();
    const meters = [
      {
        id: 3,
        index: 60,
        grade: 'NORMAL' as const,
        since: null,
        last_time: time,
        stale: false,
        maintenance: null,
        sensors: [],
      },
    ];
    expect(mergeSensors(list, { type: 'sensors', time, meters })).toBe(list);
  });

  it('changes the meter too, and leaves the courses of lists empty', () => {
    expect(merged('2026-11-21T00:30:00+09:00', 900, sensors([]))).toMatchObject({
      index: 60,
      sensors: [{ course: [] }],
    });
  });
});

describe('mergeCourse', () => {
  const course: SensorCourse = {
    type: 'CO2',
    sequence: 1,
    day_start: '2026-11-21T00:00:00+09:00',
    day_end: '2026-11-22T00:00:00+09:00',
    today: { times: [Date.parse('2026-11-21T09:00:00+09:00') / 1000], values: [700] },
    week_ago: { times: [], values: [] },
    forecast: null,
    maintenance: [],
  };
  const read = (time: string | null, value: number | null) =>
    mergeCourse(course, { ...sensor, time, value, rating: null }).today.values;

  it.each([
    ['newer', '2026-11-21T09:01:00+09:00', 710, [700, 710]],
    ['the same', '2026-11-21T09:00:00+09:00', 710, [700]],
    ['older', '2026-11-21T08:00:00+09:00', 710, [700]],
    ['of the next day', '2026-11-22T00:00:00+09:00', 710, [700]],
    ['nothing', null, null, [700]],
  ])('%s', (_, time, value, expected) => {
    expect(read(time, value)).toEqual(expected);
  });
});

describe('mergePurifiers', () => {
  const purifier = (id: number, name: string) => ({ id, name, stale: true }) as PurifierView;
  const old: PurifierList = { time: list.time, path: [], purifiers: [purifier(1, '가'), purifier(2, '나')] };
  const report = { type: 'purifiers' as const, purifiers: [{ ...purifier(2, '나'), stale: false }] };

  it('takes a report over as a whole', () => {
    const merged = mergePurifiers(old, { ...report, time: '2026-11-21T10:00:01+09:00' });
    expect(merged.purifiers.map(({ stale }) => stale)).toEqual([true, false]);
    expect(merged.purifiers[0]).toBe(old.purifiers[0]);
  });

  it.each([
    ['older', '2026-11-21T00:59:59Z'],
    ['as old', '2026-11-21T01:00:00Z'],
  ])('does nothing with a report that is %s than the answer', (_, time) => {
    expect(mergePurifiers(old, { ...report, time })).toBe(old);
  });
});

it('mergeTree knows an id only together with its kind', () => {
  const node = (kind: TreeNode['kind']): TreeNode => ({
    kind,
    id: 1,
    name: '',
    parent_id: null,
    meters: 1,
    grade: 'GOOD',
  });
  const nodes = [node('organization'), node('office')];
  const merged = mergeTree(nodes, { type: 'tree', nodes: [{ kind: 'office', id: 1, grade: 'BAD' }] });
  expect(merged.map(({ grade }) => grade)).toEqual(['GOOD', 'BAD']);
  expect(merged[0]).toBe(nodes[0]);
});

it('recent events are kept for half a minute, by type, until another view opens', () => {
  let now = 0;
  const recent = createRecentEvents(() => now);
  recent.add('agency', [{ type: 'site' }]);
  now = 20_000;
  recent.add('agency', [{ type: 'tree', nodes: [] }, { type: 'site' }]);
  expect(recent.ofType('site')).toHaveLength(2);
  now = 31_000;
  recent.add('agency', []);
  expect(recent.ofType('site')).toHaveLength(1);
  expect(recent.ofType('tree')).toHaveLength(1);
  recent.add('grade 3', []);
  expect(recent.ofType('tree')).toEqual([]);
});
