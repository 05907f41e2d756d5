// @vitest-environment jsdom
import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { AutoMode } from '@airdeck/contract/control/auto-mode';
import type { ControlTarget } from '@airdeck/contract/control/schema';
import { timetables } from '@airdeck/contract/control/timetable';
import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../lib/api/query-client.ts';
import { ApiFailure } from '../lib/failure.ts';
import { viewerZone } from '../lib/format/date.ts';
import { filtersQuery } from '../lib/purifier/filters.ts';
import * as administration from './administration/model/api.ts';
import { type AnyItem, anyReference, type Definition } from './administration/model/definition.ts';
import * as alarm from './alarm/model/queries.ts';
import * as auto from './auto-mode/model/queries.ts';
import type { Order } from './control/model/order.ts';
import * as control from './control/model/queries.ts';
import * as purifier from './purifier/model/queries.ts';

/** At noon, so that it is this day in most zones. */
const NOW = Date.UTC(2026, 2, 31, 12);
const TODAY = '2026-03-31';
const MONTH_AGO = '2026-03-01';
const timeZone = viewerZone();
const FIRST_PAGE = { page: '0', size: '12' };
const EMPTY = { content: [], totalPages: 0, totalElements: 0 };
const FILE = { format: 'csv', name: 'list', sheet: 'list', exportId: 'file' } as const;
const { signal } = new AbortController();

interface Asked {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  body?: unknown;
}
let asked: Asked[];
let answer: { status: number; body: unknown };
let client: QueryClient;

const readQuery = (params: URLSearchParams): Asked['query'] =>
  Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const all = params.getAll(key);
      return [key, all.length === 1 ? (all[0] ?? '') : all];
    }),
  );
const answering = (body: unknown, status = 200): void => {
  answer = { body, status };
};

beforeEach(() => {
  asked = [];
  answering(EMPTY);
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('fetch', async (input: string, { method = '', body }: RequestInit) => {
    const url = new URL(input, 'http://console');
    const request = { method, path: url.pathname.replace('/api/v1', ''), query: readQuery(url.searchParams) };
    asked.push(typeof body === 'string' ? { ...request, body: JSON.parse(body) } : request);
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  sessionStorage.setItem('login', '{}');
});
afterEach(() => {
  client.clear();
  queryClient.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The only request since the last call. */
const request = (): Asked => {
  const [only, ...more] = asked.splice(0);
  expect(more).toEqual([]);
  if (only === undefined) throw new Error('nothing was asked for');
  return only;
};
const fetched = async <T, E, K extends QueryKey>(query: FetchQueryOptions<T, E, T, K>): Promise<[Asked, T]> => {
  const result = await client.fetchQuery(query);
  return [request(), result];
};
const askedBy = async <T, E, K extends QueryKey>(query: FetchQueryOptions<T, E, T, K>) => (await fetched(query))[0];
async function done<T>(work: Promise<T>): Promise<[Asked, T]> {
  const result = await work;
  return [request(), result];
}
const get = (path: string, query: object = {}) => ({ method: 'GET', path, query });

interface Named extends AnyItem {
  readonly name: string;
}

describe('the alarm lists', () => {
  const LIVE = { state: 'PENDING', startTime: TODAY, timeZone };
  const GROUPS = { grouped: 'Y', ...FIRST_PAGE };
  it.each([
    ['live', {}, '/alarms', { ...LIVE, folded: 'Y', ...GROUPS }],
    ['live', { page: 3, size: 50 }, '/alarms', { ...LIVE, folded: 'Y', grouped: 'Y', page: '2', size: '50' }],
    ['live', { each: 'Y' }, '/alarms', { ...LIVE, folded: 'Y', ...FIRST_PAGE }],
    ['live', { group: 5 }, '/alarms', { ...LIVE, groupOf: '5', folded: 'Y', ...FIRST_PAGE }],
    ['live', { meterId: 7 }, '/alarms', { ...LIVE, meterId: '7', ...GROUPS }],
    ['live', { search: 'x' }, '/alarms', { ...LIVE, search: 'x', ...GROUPS }],
    ['live', { severity: 'MAJOR' }, '/alarms', { ...LIVE, severity: 'MAJOR', ...GROUPS }],
    ['live', { category: 'METER' }, '/alarms', { ...LIVE, category: 'METER', ...GROUPS }],
    ['live', { airName: 'x' }, '/alarms', { ...LIVE, airName: 'x', ...GROUPS }],
    ['live', { state: 'OPEN' }, '/alarms', { ...LIVE, state: 'OPEN', folded: 'Y', ...GROUPS }],
    ['live', { startTime: 'any' }, '/alarms', { state: 'PENDING', timeZone, folded: 'Y', ...GROUPS }],
    ['live', { open: 4, view: 'graph', unit: 'day' }, '/alarms', { ...LIVE, folded: 'Y', ...GROUPS }],
    [
      'live',
      { sort: ['code,ASC', 'severity,DESC'] },
      '/alarms',
      { ...LIVE, sort: ['code,ASC', 'severity,DESC'], folded: 'Y', ...GROUPS },
    ],
    ['history', {}, '/alarms/history', { startTime: MONTH_AGO, timeZone, ...FIRST_PAGE }],
    [
      'history',
      { startTime: '2026-01-02', endTime: '2026-01-03' },
      '/alarms/history',
      { startTime: '2026-01-02', endTime: '2026-01-03', timeZone, ...FIRST_PAGE },
    ],
  ] as const)('%s with %j', async (list, search, path, query) => {
    expect(
      await askedBy(alarm.alarmsQuery(list, { ...search, sort: 'sort' in search ? [...search.sort] : undefined })),
    ).toEqual(get(path, query));
  });

  it('are files too', async () => {
    const [live] = await done(alarm.exportList('live', { page: 2 }, FILE, signal));
    expect(live).toEqual(get('/alarms/export', { ...LIVE, folded: 'Y', ...FILE }));
    const [history] = await done(alarm.exportList('history', {}, FILE, signal));
    expect(history).toEqual(get('/alarms/history/export', { startTime: MONTH_AGO, timeZone, ...FILE }));
  });

  it('are counted', async () => {
    const query = alarm.countsQuery({ search: 'x', page: 4, startTime: 'any' }, 'day', '2026-01-01', '2026-02-01');
    expect(await askedBy(query)).toEqual(
      get('/alarms/history/counts', {
        search: 'x',
        startTime: '2026-01-01',
        endTime: '2026-02-01',
        unit: 'day',
        timeZone,
      }),
    );
  });
});

describe('an alarm', () => {
  const one = {
    id: 9,
    version: 3,
    code: 'A004',
    organization_id: 1,
    meter_id: 4,
    sensor_id: 40,
    occured_time: '2026-03-30T12:00:00.000Z',
  } as Alarm;
  const same = (id: number, changed: Partial<Alarm> = {}) => ({ ...one, id, ...changed });

  it('is read, with its symptoms and its readings', async () => {
    answering(one);
    expect(await fetched(alarm.alarmQuery(9))).toEqual([get('/alarms/9'), one]);
    answering({ content: [one] });
    expect(await fetched(alarm.symptomsQuery(9))).toEqual([get('/alarms', { causeId: '9', size: '50' }), [one]]);
    expect(await askedBy(alarm.timelineQuery(40, 'each', '2026-03-29', '2026-03-30'))).toMatchObject({
      query: { sensorId: '40', step: 'each', startTime: '2026-03-29', endTime: '2026-03-30' },
    });
  });

  it('has those that were the same before, six at most', async () => {
    const others = [
      ...[same(9), same(1, { occured_time: '2026-03-30T12:00:00.001Z' }), same(2, { code: 'A005' })],
      ...[
        same(3, { sensor_id: 41 }),
        same(4),
        ...[5, 6, 7, 8, 10, 11].map((id) => same(id, { occured_time: '2026-03-01T00:00:00.000Z' })),
      ],
    ];
    answering({ content: others });
    const [request_, found] = await fetched(alarm.similarQuery(one));
    expect(request_).toEqual(
      get('/alarms/history', {
        organizationId: '1',
        meterId: '4',
        sensorId: '40',
        code: 'A004',
        endTime: '2026-03-30',
        timeZone,
        size: '12',
      }),
    );
    expect(found.map(({ id }) => id)).toEqual([4, 5, 6, 7, 8, 10]);
    const server = { ...one, organization_id: null, meter_id: null, sensor_id: null };
    client.clear();
    expect((await askedBy(alarm.similarQuery(server))).query).toEqual({
      code: 'A004',
      endTime: '2026-03-30',
      timeZone,
      size: '12',
    });
  });

  it('is handled as it was seen, alone or with others', async () => {
    answering(one);
    const handling = { action: 'ACKNOWLEDGE', note: 'x' } as const;
    expect(await done(alarm.handleOne(one, handling))).toEqual([
      { method: 'PUT', path: '/alarms/9', query: {}, body: { ...handling, version: 3 } },
      one,
    ]);
    answering({
      results: [
        { id: 9, code: null },
        { id: 8, code: 'ALARM_CLEARED' },
      ],
    });
    expect(await done(alarm.handleSeveral([9, 8], handling))).toEqual([
      { method: 'PUT', path: '/alarms', query: {}, body: { ...handling, ids: [9, 8] } },
      [{ id: 8, code: 'ALARM_CLEARED' }],
    ]);
    expect((await done(alarm.removeAlarm(one)))[0]).toMatchObject({ method: 'DELETE', path: '/alarms/9' });
    expect((await done(alarm.bringBackAlarm(one)))[0]).toMatchObject({ method: 'POST', path: '/alarms/9/restore' });
  });

  it('handling an alarm makes the lists and counts stale', async () => {
    answering(one);
    for (const handle of [
      () => alarm.handleOne(one, { action: 'CLEAR' }),
      () => alarm.removeAlarm(one),
      () => alarm.bringBackAlarm(one),
    ]) {
      await queryClient.fetchQuery(alarm.alarmQuery(9));
      await handle();
      expect(queryClient.getQueryState(alarm.alarmQuery(9).queryKey)?.isInvalidated).toBe(true);
    }
  });
});

describe('the first day', () => {
  it.each([
    ['live', undefined, TODAY],
    ['history', undefined, MONTH_AGO],
    ['live', 'any', undefined],
    ['history', 'any', undefined],
    ['live', '2026-01-02', '2026-01-02'],
  ] as const)('of the %s list from %s is %s', (list, startTime, day) => {
    expect(alarm.firstDayOf(list, { startTime })).toBe(day);
  });

  it.each([
    [{}, MONTH_AGO],
    [{ startTime: 'any' }, undefined],
    [{ startTime: '2026-01-02' }, '2026-01-02'],
    [{ batchId: 'x' }, undefined],
    [{ batchId: 'x', startTime: '2026-01-02' }, '2026-01-02'],
  ] as const)('of the commands of %j is %s', (search, day) => {
    expect(control.firstDayOf(search)).toBe(day);
  });
});

describe('control', () => {
  const target = (id: number) => ({ id }) as ControlTarget;
  const order = (...ids: number[]): Order => ({
    batchId: 'batch',
    command: 'UV',
    action: 'ON',
    targets: ids.map(target),
  });

  it('lists purifiers, trouble first', async () => {
    const { refetchInterval, ...query } = control.targetsQuery({ page: 2, purifierId: 3, meterId: 4 });
    expect(refetchInterval).toBe(30_000);
    expect(await askedBy(query)).toEqual(
      get('/control/purifiers', { meterId: '4', sort: 'work_mode,ASC', page: '1', size: '12' }),
    );
    expect(await askedBy(control.targetsQuery({ sort: ['name,DESC'], size: 50 }))).toMatchObject({
      query: { sort: 'name,DESC', page: '0', size: '50' },
    });
    answering({ content: [target(1)] });
    expect(await done(control.listMatching({ page: 2, size: 50, search: 'x', purifierId: 3 }))).toEqual([
      get('/control/purifiers', { search: 'x', sort: 'work_mode,ASC', size: '2000' }),
      [target(1)],
    ]);
  });

  it('asks what keeps purifiers, and sends the order', async () => {
    const body = { purifier_ids: [1, 2], command: 'UV', action: 'ON' };
    expect(await askedBy(control.previewQuery(order(1, 2)))).toEqual({
      method: 'POST',
      path: '/control/preview',
      query: {},
      body,
    });
    answering({ results: ['x'] });
    const post = { method: 'POST', path: '/control/commands', query: {} };
    expect(await done(control.sendOrder(order(1, 2)))).toEqual([
      { ...post, body: { batch_id: 'batch', ...body } },
      ['x'],
    ]);
    const [described] = await done(control.sendOrder({ ...order(1, 2), description: 'why' }));
    expect(described.body).toEqual({ batch_id: 'batch', ...body, description: 'why' });
  });

  it.each([
    ['METER_DISCONNECT', [1], true],
    ['DEVICE_UNUSED', [1], true],
    ['ACCESS_DENIED', [1], false],
    ['METER_DISCONNECT', [1, 2], false],
    ['METER_DISCONNECT', [], false],
  ])('takes %s of %j for an answer: %s', async (code, ids, isAnswer) => {
    answering({ code, message: 'x' }, 409);
    const sent = control.sendOrder(order(...ids));
    if (isAnswer) expect(await sent).toEqual([{ purifier_id: 1, command_id: null, obstacle: code }]);
    else await expect(sent).rejects.toBeInstanceOf(ApiFailure);
  });

  it('reads the record, its batches and files', async () => {
    const search = { page: 3, sort: ['command,ASC'], open: 4, view: 'graph', unit: 'day', search: 'x' } as const;
    const given = { ...search, sort: [...search.sort] };
    const filters = { search: 'x', startTime: MONTH_AGO, timeZone };
    expect(await askedBy(control.commandsQuery(given))).toEqual(
      get('/control/commands', { ...filters, sort: 'command,ASC', page: '2', size: '12' }),
    );
    expect(await askedBy(control.commandsQuery({}))).toEqual(
      get('/control/commands', { startTime: MONTH_AGO, timeZone, ...FIRST_PAGE }),
    );
    expect(await askedBy(control.commandQuery(5))).toEqual(get('/control/commands/5'));
    expect(await askedBy(control.countsQuery(given, 'hour', '2026-01-01', '2026-01-02'))).toEqual(
      get('/control/commands/counts', { ...filters, startTime: '2026-01-01', endTime: '2026-01-02', unit: 'hour' }),
    );
    const [file] = await done(control.exportHistory(given, FILE, signal));
    expect(file).toEqual(get('/control/commands/export', { ...filters, sort: 'command,ASC', ...FILE }));
    answering({ content: [{ state: 'SENT' }] });
    expect(await fetched(control.batchQuery('batch'))).toEqual([
      get('/control/commands', { batchId: 'batch', size: '2000' }),
      [{ state: 'SENT' }],
    ]);
  });

  it.each([
    [undefined, 3_000],
    [[], false],
    [['CONFIRMED', 'FAILED'], false],
    [['CONFIRMED', 'ACCEPTED'], 3_000],
  ])('reads a batch of %j again after %s', (states, ms) => {
    const { queryKey, refetchInterval } = control.batchQuery('batch');
    const query = client.getQueryCache().build(client, { queryKey });
    if (states) query.setData(states.map((state) => ({ state })));
    expect(typeof refetchInterval === 'function' && Reflect.apply(refetchInterval, undefined, [query])).toBe(ms);
  });
});

describe('automatic mode', () => {
  const mode = (state: string, ago: number | null): AutoMode =>
    ({ id: 7, sync: { state, sent_time: ago === null ? null : new Date(NOW - ago).toISOString() } }) as AutoMode;

  it('is listed, read and offered', async () => {
    const list = get('/control/auto-modes', { search: 'x', page: '1', size: '12' });
    expect(await askedBy(auto.autoModesQuery({ search: 'x', page: 2, open: 3 }))).toEqual(list);
    expect(await askedBy(auto.autoModesQuery({ size: 50 }))).toEqual(
      get('/control/auto-modes', { page: '0', size: '50' }),
    );
    expect(await askedBy(auto.autoModeQuery(7))).toEqual(get('/control/auto-modes/7'));
    expect(await askedBy(auto.offeredQuery())).toEqual(get('/control/auto-modes', { size: '2000' }));
  });

  it.each<[string, AutoMode[], number]>([
    ['nothing', [], 15_000],
    ['what was answered', [mode('ACCEPTED', 1)], 15_000],
    ['what is to be answered', [mode('ACCEPTED', 1), mode('SENT', 59_999)], 1_000],
    ['what was not answered within a minute', [mode('SENT', 60_000)], 15_000],
    ['what was sent at no known time', [mode('SENT', null)], 15_000],
  ])('is read again, of %s', (_, shown, ms) => {
    const every = (options: { queryKey: QueryKey; refetchInterval?: unknown }, data: unknown) => {
      const query = client.getQueryCache().build(client, { queryKey: options.queryKey });
      query.setData(data);
      return typeof options.refetchInterval === 'function' && options.refetchInterval(query);
    };
    expect(every(auto.autoModesQuery({}), { content: shown })).toBe(ms);
    if (shown.length === 1) expect(every(auto.autoModeQuery(7), shown[0])).toBe(ms);
    expect(every(auto.autoModesQuery({ page: 9 }), undefined)).toBe(15_000);
  });

  it('is changed, and shown as it is then', async () => {
    const changed = mode('SENT', 1);
    answering(changed);
    const fields = { use: 'Y', thresholds: {}, override_min: 60 } as const;
    const at = { path: '/control/auto-modes/7', query: {} };
    expect(await done(auto.saveAutoMode(7, fields, 3))).toEqual([
      { ...at, method: 'PUT', body: { ...fields, version: 3 } },
      changed,
    ]);
    expect(queryClient.getQueryData(auto.autoModeQuery(7).queryKey)).toEqual(changed);
    expect(queryClient.getQueryState(auto.autoModeQuery(7).queryKey)?.isInvalidated).toBe(true);
    const override = { ...at, path: '/control/auto-modes/7/override' };
    expect((await done(auto.overrideMode(7, 30)))[0]).toEqual({ ...override, method: 'PUT', body: { minutes: 30 } });
    expect((await done(auto.resumeMode(7)))[0]).toEqual({ ...override, method: 'DELETE' });
    const dry = await done(auto.dryRun(7, { CO2: [1, 2, 3] }));
    expect(dry[0]).toEqual({
      ...at,
      path: '/control/auto-modes/7/dry-run',
      method: 'POST',
      body: { thresholds: { CO2: [1, 2, 3] } },
    });
  });

  it('is copied and sent', async () => {
    const copy = { method: 'POST', path: '/control/auto-modes/7/copy', query: {} };
    expect(await askedBy(auto.copyQuery(7, [1, 2]))).toEqual({
      ...copy,
      body: { purifier_ids: [1, 2], is_preview: true },
    });
    expect([auto.copyQuery(7, [1]).enabled, auto.copyQuery(7, []).enabled]).toEqual([true, false]);
    expect((await done(auto.copyTo(7, [1, 2])))[0]).toEqual({
      ...copy,
      body: { purifier_ids: [1, 2], is_preview: false },
    });
    expect((await done(auto.syncModes([1, 2])))[0]).toMatchObject({
      ...{ method: 'POST', path: '/control/auto-modes/sync', body: { purifier_ids: [1, 2] } },
    });
  });
});

describe('purifiers', () => {
  it('are listed and read one by one', async () => {
    const query = purifier.currentQuery({
      search: 'x',
      state: 'OFF',
      by: 'DEVICE',
      page: 3,
      size: 50,
      sort: ['name,ASC'],
    });
    expect(query.refetchInterval).toBe(10_000);
    expect(await askedBy(query)).toMatchObject({
      query: { search: 'x', activity: 'OFF', controller: 'DEVICE', page: '2', size: '50', sort: 'name,ASC' },
    });
    expect((await askedBy(purifier.currentQuery({}))).query).toEqual(FIRST_PAGE);
    const [{ query: one }, none] = await fetched(purifier.purifierQuery(7));
    expect([one, none]).toEqual([{ purifierId: '7' }, null]);
    answering({ content: [{ id: 8 }] });
    expect((await fetched(purifier.purifierQuery(8)))[1]).toEqual({ id: 8 });
  });

  it('have filters, replacements and an effect', async () => {
    answering({ purifiers: [{ purifier_id: 7, filters: ['x'] }] });
    const [request_, lives] = await fetched(filtersQuery({ meterId: 4 }));
    expect([request_.query, lives]).toEqual([{ meterId: '4' }, new Map([[7, ['x']]])]);
    expect((await askedBy(filtersQuery({ purifierId: 7 }))).query).toEqual({ purifierId: '7' });
    expect((await askedBy(purifier.replacementsQuery(7))).path).toContain('/7/');
    expect((await askedBy(purifier.effectQuery(7, 'Asia/Seoul'))).query).toEqual({
      startTime: '2026-03-25',
      endTime: TODAY,
    });
    expect((await askedBy(purifier.effectQuery(8, 'Pacific/Kiritimati'))).query).toMatchObject({
      endTime: '2026-04-01',
    });
    const [sent] = await done(purifier.sendReplacement({ id: 7, number: 2, lastId: 5 }));
    expect([sent.path.match(/\d+/g), sent.body]).toEqual([['7', '2'], { last_id: 5 }]);
  });
});

describe('administration', () => {
  const { list, add, edit, remove, read, export: file } = timetables;
  const definition = (changed: Partial<Definition> = {}): Definition => ({
    ...{
      title: 'timetable',
      entity: 'timetables',
      routes: { list, read, add, edit, remove },
      columns: [],
      fields: [],
    },
    ...{ sortable: ['name', 'use'], filters: [{ name: 'use', choice: 'use', options: ['Y', 'N'] }], nameOf: () => '' },
    ...changed,
  });
  const item: Named = { id: 5, version: 2, name: 'x' };

  it('sorts by what the server can sort by', () => {
    expect(administration.sortOf(definition(), ['name,ASC', 'use,DESC', 'secret,ASC', 'name', 'name,UP', ''])).toEqual([
      'name,ASC',
      'use,DESC',
    ]);
    expect(administration.sortOf(definition())).toEqual([]);
  });

  it('lists what the address asks for', async () => {
    const search = {
      search: 'x',
      filter: ['use:Y', 'secret:1'],
      from: '2026-01-01',
      to: '2026-01-02',
      page: 2,
      sort: ['name,ASC', 'a,ASC'],
    };
    const conditions = { search: 'x', use: 'Y', sort: 'name,ASC' };
    const page = { page: '1', size: '12' };
    expect(await askedBy(administration.pageQuery(definition(), search))).toEqual(
      get('/timetables', { ...conditions, ...page }),
    );
    expect((await askedBy(administration.pageQuery(definition({ hasDays: true }), search))).query).toEqual({
      ...{ ...conditions, ...page, startTime: '2026-01-01', endTime: '2026-01-02' },
    });
    const { filters: _, ...bare } = definition();
    expect((await askedBy(administration.pageQuery(bare, { filter: ['use:Y'] }))).query).toEqual(FIRST_PAGE);
    const [exported] = await done(administration.exportList(file ?? list, definition(), search, FILE, signal));
    expect(exported.query).toEqual({ ...conditions, ...FILE, timeZone });
    const [template] = await done(administration.downloadTemplate(list, { format: 'csv', name: 'x' }));
    expect(template.query).toEqual({ format: 'csv', name: 'x' });
  });

  it('reads a row, a number of rows, and rows that a field may name', async () => {
    answering(item);
    expect(await fetched(administration.itemQuery(read, 5))).toEqual([get('/timetables/5'), item]);
    answering({ ...EMPTY, totalElements: 9 });
    expect(await fetched(administration.countQuery(list, { use: 'Y' }))).toEqual([
      get('/timetables', { use: 'Y', size: '1' }),
      9,
    ]);
    expect((await askedBy(administration.countQuery(list))).query).toEqual({ size: '1' });
    const reference = anyReference<Named>({ list, label: ({ name }) => name, above: [], current: 'name' });
    const offered = async (given: typeof reference, search: string) => {
      await queryClient.fetchInfiniteQuery(administration.offeredQuery(given, search));
      return request().query;
    };
    expect(await offered({ ...reference, query: { use: 'Y' } }, 'x')).toEqual({
      ...{ page: '0', size: '50', use: 'Y', search: 'x' },
    });
    expect(await offered(reference, '')).toEqual({ page: '0', size: '50' });
  });

  it('knows the name of a row that a field showed', async () => {
    const reference = anyReference<Named>({ list, label: ({ name }) => `<${name}>`, above: [], current: 'name' });
    expect(administration.offeredName(reference, 5)).toBe('');
    answering({ ...EMPTY, content: [{ id: 4, name: 'y' }, item] });
    await queryClient.fetchInfiniteQuery(administration.offeredQuery(reference, 'x'));
    expect([5, 4, 6].map((id) => administration.offeredName(reference, id))).toEqual(['<x>', '<y>', '']);
    const preset = () => ({ id: 6, label: 'own' });
    expect([5, 6].map((id) => administration.offeredName({ ...reference, preset }, id))).toEqual(['<x>', 'own']);
    expect(administration.offeredName({ ...reference, preset: () => null }, 6)).toBe('');
  });

  it('saves and removes rows, and makes what is shown old', async () => {
    answering(item);
    const shown = administration.itemQuery(read, 5);
    await queryClient.fetchQuery(shown);
    asked.splice(0);
    const edited = await done(administration.saveItem(definition(), item, { name: 'y' }));
    expect(edited).toEqual([
      { method: 'PUT', path: '/timetables/5', query: {}, body: { name: 'y', version: 2 } },
      item,
    ]);
    expect(queryClient.getQueryState(shown.queryKey)?.isInvalidated).toBe(true);
    const [added] = await done(administration.saveItem(definition(), null, { name: 'y' }));
    expect(added).toEqual({ method: 'POST', path: '/timetables', query: {}, body: { name: 'y' } });
    await queryClient.fetchQuery(shown);
    const listed = administration.pageQuery(definition(), {});
    await queryClient.fetchQuery(listed);
    asked.splice(0);
    const [removed] = await done(administration.removeItem(definition(), item));
    const isOld = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryClient.getQueryState(queryKey)?.isInvalidated;
    // The deleted row itself is not asked for again.
    expect([isOld(listed), isOld(shown)]).toEqual([true, false]);
    expect(removed).toEqual({ method: 'DELETE', path: '/timetables/5', query: { version: '2' } });
  });

  it('refuses what a screen does not offer', async () => {
    const readOnly = definition({ routes: { list } });
    await expect(administration.saveItem(readOnly, null, {})).rejects.toThrow('/timetables');
    await expect(administration.saveItem(readOnly, item, {})).rejects.toThrow('/timetables');
    await expect(administration.removeItem(readOnly, item)).rejects.toThrow('/timetables');
    expect(asked).toEqual([]);
  });
});

it('each question has a key of its own', () => {
  const keys = [
    ...[alarm.alarmsQuery('live', {}), alarm.alarmsQuery('history', {}), alarm.alarmsQuery('live', { page: 2 })],
    ...[
      alarm.alarmQuery(1),
      alarm.alarmQuery(2),
      alarm.symptomsQuery(1),
      alarm.similarQuery({ id: 1, occured_time: '2026-03-30T12:00:00Z' } as Alarm),
    ],
    ...[alarm.timelineQuery(1, 'each', 'a', 'b'), alarm.timelineQuery(2, 'each', 'a', 'b')],
    ...[alarm.timelineQuery(1, 'hour', 'a', 'b'), alarm.countsQuery({}, 'day', 'a', 'b')],
    ...[alarm.evidenceQuery(1), alarm.meterNowQuery(1), alarm.alarmsQuery('live', { each: 'Y' })],
    ...[control.targetsQuery({}), control.commandsQuery({}), control.commandQuery(1), control.batchQuery('1')],
    ...[control.countsQuery({}, 'day', 'a', 'b'), auto.autoModesQuery({}), auto.autoModeQuery(1), auto.offeredQuery()],
    ...[auto.copyQuery(1, [2]), auto.copyQuery(1, [3]), purifier.currentQuery({}), purifier.purifierQuery(1)],
    ...[purifier.replacementsQuery(1), purifier.effectQuery(1, 'UTC'), filtersQuery({}), filtersQuery({ meterId: 1 })],
    ...[
      filtersQuery({ purifierId: 1 }),
      administration.countQuery(timetables.list),
      administration.itemQuery(timetables.read, 1),
    ],
  ].map(({ queryKey }) => JSON.stringify(queryKey));
  expect(new Set(keys).size).toBe(keys.length);
});
