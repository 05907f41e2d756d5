import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { API_BASE } from '@airdeck/contract/route';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAlarmRoutes } from '../features/alarm/console/alarm-routes.ts';
import { addControlRoutes } from '../features/control/control-routes.ts';
import { systemClock } from '../platform/clock.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import { addAdministered } from '../processes/administered.ts';
import { createRegistry } from '../registry/registry.ts';
import { testChangeRegistry } from '../testing/change-registry.ts';
import { anOrganization, aUser } from '../testing/factory.ts';
import { openFeed } from '../testing/feed-rig.ts';
import { held, lockWaits } from '../testing/held.ts';
import { sessionApp } from '../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { Exports } from './exports.ts';

/** Reads of long questions at once. */
const MOST_READS = 3;

let database: TestDatabase;
let origin: string;
/** Of people, one more than may read at once. */
const bearers: { authorization: string }[] = [];
const closes: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const organization = await anOrganization(db);
  const registry = createRegistry(db);
  await registry.reload();
  const app = await sessionApp({ db, clock: systemClock });
  const rig = await openFeed(database.url);
  closes.push(() => app.http.close(), rig.close, database.close);
  const options = { db, registry, clock: systemClock, exports: new Exports(systemClock) };
  addAlarmRoutes(app.http, { ...options, feed: rig.feed });
  addControlRoutes(app.http, { ...options, feed: rig.feed });
  addAdministered(app.http, {
    ...options,
    seal: createPasswordSeal(new Uint8Array(32), systemRandom),
    changeRegistry: testChangeRegistry(db, registry),
    monotonic: () => 0,
    isAllowed: () => true,
    noteAccess: async () => undefined,
    randomBytes,
    mails: null,
  });
  await db.query(sql`insert into alarm (organization_id, category, code, source, severity, description, since_time,
    occurred_time) values (${organization.id}, 'METER', 'M001', 'SILENCE', 'MINOR', '통신 없음', now(), now())`);
  for (let i = 0; i <= MOST_READS; i++) {
    bearers.push(await app.bearer(await aUser(db, { organization, authority: 'LOCAL_ADMIN' })));
  }
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}${API_BASE}`;
});
afterAll(async () => {
  for (const close of closes) await close();
});

it.each([
  { path: '/alarms/history/export', table: 'alarm', rows: 1 },
  // Of the rows, after their order.
  { path: '/alarms/history/export', table: 'alarm_photo', rows: 1 },
  { path: '/control/commands/export', table: 'command', rows: 0 },
  { path: '/notices/export', table: 'notice', rows: 0 },
])('reads $table for $path in turns, and gives its turn back when its client leaves', async ({ path, table, rows }) => {
  const lock = held(database.db, (tx) => tx.query(sql`lock table ${raw(table)} in access exclusive mode`));
  await lock.isReady;
  const asked = bearers.map((headers) => {
    const leave = new AbortController();
    const answer = fetch(`${origin}${path}?format=csv`, { headers, signal: leave.signal });
    return { leave, lines: answer.then((file) => file.text()).then((text) => text.trimEnd().split('\r\n')) };
  });
  await lockWaits(database.db, MOST_READS);
  const short = await fetch(`${origin}/offices`, { headers: bearers[0] ?? {} });
  expect(short.status).toBe(200);
  await lockWaits(database.db, MOST_READS);

  // The last one reads instead of one of them.
  for (const { leave, lines } of asked.slice(0, 2)) {
    const left = expect(lines).rejects.toThrow('aborted');
    leave.abort();
    await left;
  }
  await lockWaits(database.db, MOST_READS - 1);
  await lock.end();
  for (const { lines } of asked.slice(2)) expect(await lines).toHaveLength(1 + rows);
});
