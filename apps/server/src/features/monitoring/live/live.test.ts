import type { LiveEvent, LiveView } from '@airdeck/contract/live/event';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { Language } from '@airdeck/contract/user/schema';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { revise } from '../../../registry/snapshot.ts';
import { aContext } from '../../../testing/context.ts';
import { aSnapshot } from '../../../testing/snapshot.ts';
import { createAssessor } from '../assess/assessor.ts';
import { createCurrentAir } from '../current/current-air.ts';
import { createOpenAlarms } from '../current/open-alarms.ts';
import { createPurifierReports } from '../current/purifier-reports.ts';
import { createLive } from './live.ts';

const NOW = Date.UTC(2026, 2, 2, 3, 1);
const CO2 = 401;

const snapshot = aSnapshot([
  {
    id: 1,
    offices: [{ id: 1, departments: [{ id: 1, meters: [{ id: 1, nameEn: 'Room 1', purifiers: [7] }, { id: 2 }] }] }],
  },
  { id: 2, offices: [{ id: 2, departments: [{ id: 2, meters: [{ id: 3 }] }] }] },
]);
const STATE: PurifierState = {
  power: 'ON',
  control: 'AUTO',
  run: 'WORK',
  source: null,
  fan_speed: 'WEAK',
  fan_direction: null,
  ventilation: null,
  uv: null,
  anion: null,
  light: null,
  fans: [],
  reserved_start: null,
  reserved_end: null,
  filter_period_h: null,
  filter_use_h: [],
};

const setUp = (hold: (sessionId: string) => () => void = () => () => {}) => {
  const current = createCurrentAir();
  const assessor = createAssessor(current);
  const reports = createPurifierReports();
  const alarms = createOpenAlarms();
  let contexts = 0;
  let shown = snapshot;
  /** Notes a change of a meter. */
  const change = (meterId: number) => {
    shown = { ...shown, revision: shown.revision + 1 };
    const department = shown.meters.get(meterId)?.department;
    if (department) revise(shown, department);
    live.registryChanged();
  };
  const live = createLive({
    assessor,
    alarms,
    reports,
    clock: { now: () => Date.now() },
    contextOf: ({ scope, language }, now) => {
      contexts++;
      return aContext(shown, { scope, language, now });
    },
    hold,
    log: pino({ level: 'silent' }),
  });
  live.start();

  const measure = (meterId: number, co2: number) => {
    current.apply([{ meterId, time: Date.now(), channels: [CO2], ticks: [co2] }]);
    live.touch();
  };
  const open = (
    view: LiveView,
    id?: number,
    given: { session?: string; viewer?: number; language?: Language } = {},
  ) => {
    const { session = 's', viewer = 1, language = 'ko' } = given;
    const scope = { reach: 'own' as const, organizationId: viewer };
    const subscription = { scope, language, view, id };
    const stream = { texts: [] as string[], events: [] as LiveEvent[], buffered: 0, ended: false, leave: () => {} };
    const enter = live.admit(session, subscription);
    stream.leave = enter({
      write: (text) => {
        stream.texts.push(text);
        const messages = text.split('\n\n').filter((message) => message.startsWith('data: '));
        stream.events.push(...messages.map((message) => JSON.parse(message.slice(6)) as LiveEvent));
      },
      buffered: () => stream.buffered,
      end: () => {
        stream.ended = true;
      },
    });
    return stream;
  };
  const report = (state: PurifierState) => {
    reports.apply([{ purifierId: 7, meterId: 1, time: Date.now(), state }]);
    live.touch();
  };
  const acknowledge = (meterId: number, handled_by: string | null) => {
    const handled_at = handled_by === null ? null : new Date(NOW);
    const about = { about: 'AIR', code: 'A004', severity: 'WARNING' } as const;
    alarms.replace([5], [{ id: 5, root_id: 5, meter_id: meterId, ...about, handled_by, handled_at }]);
    live.touch();
  };
  return { live, measure, report, acknowledge, open, change, contexts: () => contexts };
};
type Stream = ReturnType<ReturnType<typeof setUp>['open']>;

const eventsOf = (stream: Stream, type: LiveEvent['type']) => stream.events.filter((event) => event.type === type);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a stream', () => {
  test('says who takes care of a place as soon as a person acknowledges, on the card and in the banner', async () => {
    const { open, measure, acknowledge } = setUp();
    measure(1, 1624);
    acknowledge(1, null);
    const stream = open('agency');
    acknowledge(1, '김민수');
    await pass(1_000);
    const handling = { alarms: 1, handled: 1, by: '김민수', at: new Date(NOW).toISOString() };
    expect(eventsOf(stream, 'cards').at(-1)).toMatchObject({ cards: [{ id: 1, handling }] });
    expect(eventsOf(stream, 'attention').at(-1)).toMatchObject({ air: [{ meter_id: 1, code: 'A004', handling }] });
  });

  test('lists the bad air of its place only, and counts that of other places', async () => {
    const { open, measure } = setUp();
    const [one, other, whole] = [open('sensor', 2), open('sensor', 1), open('sensor')];
    measure(1, 1624);
    await pass(10);
    expect(eventsOf(one, 'attention')).toMatchObject([{ air: [], elsewhere: 1, meters: { total: 1 } }]);
    expect(eventsOf(other, 'attention')).toMatchObject([{ air: [{ meter_id: 1 }], elsewhere: 0 }]);
    expect(eventsOf(whole, 'attention')).toMatchObject([{ air: [{ meter_id: 1 }], elsewhere: 0 }]);
  });

  test('begins with hello and carries the changes in its view', async () => {
    const { open, measure } = setUp();
    const stream = open('meter', 1);
    measure(1, 1624);
    await pass(10);
    expect(stream.events.filter(({ type }) => type !== 'tree')).toMatchObject([
      { type: 'hello' },
      {
        type: 'cards',
        meters: { total: 2, online: 1, VERY_BAD: 1 },
        cards: [{ id: 1, grade: 'VERY_BAD', worst: { meter_id: 1, meter_name: 'Meter 1', type: 'CO2', value: 1624 } }],
      },
      {
        type: 'attention',
        meters: { total: 2, online: 1, VERY_BAD: 1 },
        counts: { VERY_BAD: 1, BAD: 0, BETTER: 0 },
        air: [{ meter_id: 1, name: 'Meter 1', grade: 'VERY_BAD', value: 1624, better_since: null }],
      },
    ]);
  });

  test('gets the first two changes at once, and later ones bundled every 150 ms', async () => {
    const { open, measure } = setUp();
    const stream = open('meter', 1);
    measure(1, 601);
    await pass(1);
    expect(eventsOf(stream, 'cards')).toHaveLength(1);
    measure(1, 602);
    await pass(30);
    expect(eventsOf(stream, 'cards')).toHaveLength(2);
    for (let i = 0; i < 10; i++) {
      measure(1, 700 + i);
      measure(2, 700);
      await pass(10);
    }
    expect(eventsOf(stream, 'cards')).toHaveLength(2);
    await pass(60);
    expect(eventsOf(stream, 'cards')).toHaveLength(3);
    expect(eventsOf(stream, 'cards')[2]).toMatchObject({ cards: [{ id: 1, worst: { value: 709 } }, { id: 2 }] });
  });

  test('gets a change at once although other places have just changed', async () => {
    const { open, measure } = setUp();
    const [own] = [open('sensor', 2), open('sensor', 1)];
    measure(1, 700);
    await pass(10);
    measure(2, 900);
    await pass(30);
    expect(eventsOf(own, 'sensors')).toMatchObject([{ meters: [{ id: 2 }] }]);
  });

  test('gets no changes of other places', async () => {
    const { open, measure } = setUp();
    const [own, other] = [open('meter', 1), open('agency', undefined, { viewer: 2 })];
    measure(3, 1624);
    await pass(500);
    expect(own.events.map((event) => event.type)).toEqual(['hello']);
    expect(eventsOf(other, 'cards')).toMatchObject([{ cards: [{ id: 2, grade: 'VERY_BAD' }] }]);
  });

  test('of a meter carries its sensors', async () => {
    const { open, measure } = setUp();
    const stream = open('sensor', 2);
    measure(1, 700);
    measure(2, 900);
    await pass(10);
    expect(eventsOf(stream, 'sensors')).toMatchObject([
      { meters: [{ id: 2, grade: 'NORMAL', stale: false, sensors: [{ id: 200, value: 900, rating: 'NORMAL' }] }] },
    ]);
  });

  test('shows a meter that falls silent without any event', async () => {
    const { open, measure } = setUp();
    measure(1, 700);
    const [cards, sensor] = [open('meter', 1), open('sensor', 1)];
    await pass(180_000);
    expect(eventsOf(cards, 'cards')).toEqual([]);
    await pass(1_200);
    expect(eventsOf(cards, 'cards')).toMatchObject([{ cards: [{ id: 1, grade: null, meters: { stale: 1 } }] }]);
    expect(eventsOf(sensor, 'sensors')).toMatchObject([{ meters: [{ stale: true, sensors: [{ rating: null }] }] }]);
  });

  test('carries purifiers when they report and when they fall silent, also in the view of their meter', async () => {
    const { open, report } = setUp();
    const streams = [open('purifier'), open('sensor', 1)];
    const other = open('sensor', 2);
    report(STATE);
    await pass(10);
    await pass(181_200);
    for (const stream of streams) {
      expect(eventsOf(stream, 'purifiers')).toMatchObject([
        { purifiers: [{ id: 7, meter_id: 1, state: { fan_speed: 'WEAK' }, work_mode: 'AUTO', stale: false }] },
        { purifiers: [{ id: 7, stale: true }] },
      ]);
    }
    expect(eventsOf(other, 'purifiers')).toEqual([]);
  });

  test('carries the rows of the registry tree whose grade changed, within a second', async () => {
    const { open, measure } = setUp();
    const stream = open('sensor', 2);
    measure(1, 700);
    await pass(1_000);
    const kinds = ['organization', 'office', 'department', 'meter'] as const;
    expect(eventsOf(stream, 'tree')).toEqual([
      { type: 'tree', nodes: kinds.map((kind) => ({ kind, id: 1, grade: 'GOOD' })) },
    ]);
    measure(1, 701);
    await pass(2_000);
    expect(eventsOf(stream, 'tree')).toHaveLength(1);
  });

  test('gets a comment every fifteen seconds', async () => {
    const { open } = setUp();
    const stream = open('agency');
    await pass(30_000);
    expect(stream.texts.filter((text) => text.startsWith(':'))).toHaveLength(2);
  });
});

test('viewers of the same share one context and one message', async () => {
  const { open, measure, contexts } = setUp();
  const streams = [open('agency'), open('agency'), open('agency')];
  const english = open('meter', 1, { language: 'en' });
  const before = contexts();
  measure(1, 700);
  await pass(10);
  // Two views, and the tree of their viewers.
  expect(contexts() - before).toBe(3);
  expect(new Set(streams.map((stream) => stream.texts.at(-1))).size).toBe(1);
  expect(eventsOf(english, 'cards').at(-1)).toMatchObject({ cards: [{ worst: { meter_name: 'Room 1' } }] });
});

test('computes nothing without clients', async () => {
  const { open, measure, contexts } = setUp();
  open('agency').leave();
  const before = contexts();
  measure(1, 700);
  await pass(5_000);
  expect(contexts()).toBe(before);
});

test('a client that falls behind is sent hello again when it has caught up', async () => {
  const { open, measure } = setUp();
  const [slow, quick] = [open('agency'), open('agency')];
  slow.buffered = 1024 * 1024;
  measure(1, 700);
  await pass(20_000);
  expect(slow.texts).toHaveLength(1);
  expect(eventsOf(quick, 'cards')).toHaveLength(1);
  slow.buffered = 0;
  await pass(1_000);
  expect(slow.events.map((event) => event.type)).toEqual(['hello', 'hello']);
  measure(1, 900);
  await pass(200);
  expect(eventsOf(slow, 'cards')).toHaveLength(1);
});

test('a session that ends closes its streams and no others', () => {
  const released: string[] = [];
  const { live, open } = setUp((sessionId) => () => released.push(sessionId));
  const [mine, other] = [open('agency', undefined, { session: 'a' }), open('agency', undefined, { session: 'b' })];
  live.endSession('a', 'EXPIRED_TOKEN');
  expect(mine.events.at(-1)).toEqual({ type: 'ended', code: 'EXPIRED_TOKEN' });
  expect([mine.ended, other.ended]).toEqual([true, false]);
  mine.leave();
  expect(released).toEqual(['a']);
});

test('clients load again when an organization that they see changed', () => {
  const { live, open, change } = setUp();
  const streams = [open('agency'), open('sensor', 1), open('agency', undefined, { viewer: 2 })];
  const sites = () => streams.map((stream) => eventsOf(stream, 'site').length);
  change(1);
  expect(sites()).toEqual([1, 1, 0]);
  change(3);
  expect(sites()).toEqual([1, 1, 1]);
  live.registryChanged();
  expect(sites()).toEqual([1, 1, 1]);
});

test('refuses an unknown view, one stream too many, and an ended session', () => {
  const { open } = setUp();
  expect(() => open('meter', 2)).toThrow('INVALID_VIEW');
  expect(() => open('sensor', 3)).toThrow('INVALID_VIEW');
  const streams = Array.from({ length: 12 }, () => open('agency'));
  expect(() => open('agency')).toThrow('TOO_MANY_REQUESTS');
  expect(() => open('agency', undefined, { session: 'other' })).not.toThrow();
  streams[0]?.leave();
  expect(() => open('agency')).not.toThrow();
  const over = setUp(() => {
    throw new Error('over');
  });
  expect(() => over.open('agency')).toThrow('over');
});
