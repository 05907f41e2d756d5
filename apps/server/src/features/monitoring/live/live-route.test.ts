import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@airdeck/contract/live/event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDepartment, aMeter, anOrganization } from '../../../testing/factory.ts';
import { type MonitoringServer, openMonitoringServer } from '../../../testing/monitoring-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.UTC(2026, 2, 2, 3);

let database: TestDatabase;
let server: MonitoringServer;
let url: string;
let school: number;
let roomId: number;
let hospitalMeterId: number;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  school = (await anOrganization(db)).id;
  roomId = (await aMeter(db, { department: await aDepartment(db, { organizationId: school }), sensors: ['CO2'] })).id;
  hospitalMeterId = (await aMeter(db, { sensors: ['CO2'] })).id;
  server = await openMonitoringServer({ db, clock: { now: () => NOW } });
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}/api/v1/live`;
});
afterAll(async () => {
  // Also closes connections that fetch opened in advance after a stream was aborted.
  server.http.server.closeAllConnections();
  await server.close();
  await database.close();
});

const measure = (meterId: number, co2: number) =>
  server.tell({ kind: 'frames', frames: [{ meterId, time: NOW + co2, channels: [401], ticks: [co2] }] });

/**
 * Opens a stream and returns its events one by one; undefined at its end. Skips the grades of the tree, which arrive
 * every second between the others.
 */
const open = async (query: string, session = 's') => {
  const stop = new AbortController();
  const response = await fetch(`${url}?${query}`, {
    headers: { authorization: `Bearer ${school}:LOCAL_USER:${session}`, 'accept-encoding': 'gzip' },
    signal: stop.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const next = async (): Promise<LiveEvent | undefined> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end >= 0) {
        const message = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const event = message.startsWith('data: ') ? (JSON.parse(message.slice(6)) as LiveEvent) : null;
        if (event && event.type !== 'tree') return event;
        continue;
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
      if (done) return undefined;
      rest += value;
    }
  };
  return { response, next, close: () => stop.abort() };
};

test('a stored frame reaches an open stream; frames of others do not', async () => {
  const { response, next, close } = await open('view=meter');
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await next()).toEqual({ type: 'hello', time: new Date(NOW).toISOString() });
  await measure(hospitalMeterId, 5000);
  await measure(roomId, 900);
  expect(await next()).toMatchObject({ type: 'cards', meters: { total: 1 }, cards: [{ id: roomId, grade: 'NORMAL' }] });
  close();
});

test('eight tabs all receive events, and count as use of the session until they close', async () => {
  const tabs = await Promise.all(Array.from({ length: 8 }, () => open('view=sensor', 'tabs')));
  expect(await Promise.all(tabs.map((tab) => tab.next()))).toMatchObject(tabs.map(() => ({ type: 'hello' })));
  expect(server.held.filter((session) => session === 'tabs')).toHaveLength(8);
  await measure(roomId, 1700);
  const sensors = { type: 'sensors', meters: [{ id: roomId, sensors: [{ value: 1700, rating: 'VERY_BAD' }] }] };
  expect(await Promise.all(tabs.map((tab) => tab.next()))).toMatchObject(tabs.map(() => sensors));
  for (const tab of tabs) tab.close();
  await expect.poll(() => server.held.filter((session) => session === 'tabs')).toEqual([]);
});

test('a session that ends sends the reason and closes the stream', async () => {
  const { next } = await open('view=agency', 'ending');
  await next();
  server.bus.emit('session.ended', { sessionId: 'ending', code: 'INVALID_TOKEN' });
  expect(await next()).toEqual({ type: 'ended', code: 'INVALID_TOKEN' });
  expect(await next()).toBeUndefined();
});

test.each([
  ['a view that is not there', 'view=meter&id=999999', 404, 'INVALID_VIEW'],
  ['no view', 'view=moon', 400, 'INVALID_PARAMETER'],
])('%s is refused before the stream begins', async (_, query, status, code) => {
  const { response } = await open(query);
  expect(response.status).toBe(status);
  const answer = await fetch(`${url}?${query}`, { headers: { authorization: `Bearer ${school}:LOCAL_USER` } });
  expect(await answer.json()).toMatchObject({ code });
});

test('without a session there is no stream', async () => {
  const response = await fetch(`${url}?view=agency`);
  expect(response.status).toBe(401);
  await response.body?.cancel();
});

test('the server closes while streams are open', async () => {
  const { db } = database;
  const other = await openMonitoringServer({ db, clock: { now: () => NOW } });
  await other.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = other.http.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/live?view=agency`, {
    headers: { authorization: `Bearer ${school}:LOCAL_USER` },
  });
  expect(response.status).toBe(200);
  await other.close();
  expect(await response.text()).toContain('hello');
});
