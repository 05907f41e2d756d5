import pino from 'pino';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { createDeliverer } from '../features/notification/deliverer.ts';
import { addNotificationRoutes } from '../features/notification/notification-routes.ts';
import { createPlanner } from '../features/notification/planner.ts';
import { createSender } from '../features/notification/send.ts';
import type { AlarmEvent } from '../feed/entry.ts';
import { createMailer } from '../platform/mail.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import { createPusher } from '../platform/web-push.ts';
import { createRegistry } from '../registry/registry.ts';
import { testChangeRegistry } from './change-registry.ts';
import { anOrganization, aUser } from './factory.ts';
import { openFeed, tell } from './feed-rig.ts';
import { type Method, sessionApp } from './session-app.ts';
import { testClock } from './test-clock.ts';
import type { TestDatabase } from './test-database.ts';

export const CONSOLE = 'https://air.example.com';
/** Keys of the data directory, the same for every process of a test. */
export const NOTIFICATION_KEYS = { seal: new Uint8Array(32).fill(5), push: new Uint8Array(32).fill(9) };
const LONG = { timeout: 60_000 };

/** Notifications of alarms in an organization with an administrator; at 18:00 in Seoul, on a Monday. */
export const openNotificationRig = async (
  database: TestDatabase,
  smtpUrl: string,
  changed: { firstTimeoutMs?: number } = {},
) => {
  const { db } = database;
  const clock = testClock();
  const organization = await anOrganization(db, { name: '본사' });
  const admin = await aUser(db, { organization, authority: 'LOCAL_ADMIN', language: 'ko' });
  const log = pino({ level: 'silent' });
  const mailer = createMailer({ smtpUrl, from: 'air@example.com', publicUrl: CONSOLE }, log);
  const seal = createPasswordSeal(NOTIFICATION_KEYS.seal, systemRandom);
  const pusher = createPusher({
    ...{ key: NOTIFICATION_KEYS.push, contact: 'mailto:air@example.com', allowPrivate: true },
  });
  const mail = { mailer, publicUrl: CONSOLE };
  const sender = createSender({ db, clock, random: systemRandom, seal, mail, pusher, allowPrivate: true });
  const registry = createRegistry(db);
  await registry.reload();
  const open = await openFeed(database.url);
  const deliverer = createDeliverer({ db, clock, log, sender, ...changed });
  const planner = createPlanner({ feed: open.feed, registry, clock, onPlanned: () => undefined });
  await planner.start();
  const app = await sessionApp({ db, clock });
  const changeRegistry = testChangeRegistry(db, registry);
  addNotificationRoutes(app.http, { db, clock, registry, changeRegistry, feed: open.feed, seal, sender, pusher });
  const bearer = await app.bearer(admin);

  const ask = async (method: Method, path: string, payload?: object, headers: object = bearer) => {
    const answer = await app.http.inject({
      ...{ method, url: `/api/v1${path}`, headers: { ...headers } },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  const isBehind = async () =>
    (
      await db.query(sql`select from feed_consumer c join feed f on f.lane = c.lane and f.kind = any(c.kinds)
        and (f.xid, f.seq) > (c.xid, c.seq) where c.name = 'notifications' limit 1`)
    ).rowCount > 0;
  const tellOf = async (ids: readonly number[], event: AlarmEvent['event'] = 'RAISED'): Promise<void> => {
    const word = (alarmId: number) => ({
      alarmId,
      organizationId: organization.id,
      meterId: 1,
      event,
      time: clock.now(),
    });
    await tell(
      db,
      open.feed,
      ids.map((id) => ({ kind: 'alarm', alarm: word(id) })),
    );
  };
  const say = async (ids: readonly number[], event?: AlarmEvent['event']): Promise<void> => {
    await tellOf(ids, event);
    await expect.poll(isBehind, LONG).toBe(false);
  };
  let meter = 0;

  return {
    ...{ db, clock, organization, admin, app, deliverer, pusher, ask, say },
    reload: () => registry.reload(),
    /** From now on other processes plan. */
    stopPlanner: () => planner.stop(),
    /** A rule of the organization. */
    async aRule(changed: object = {}) {
      const fields = { organization_id: organization.id, name: '안전팀', recipients: 'safety@example.com', ...changed };
      const { status, body } = await ask('POST', '/notification-rules', fields);
      expect([status, body.errors]).toEqual([200, undefined]);
      return body;
    },
    /** Alarms as the engine writes them, each of another meter. */
    async raise(
      count = 1,
      changed: {
        severity?: string;
        category?: string;
        ago?: number;
        place?: string;
        text?: string;
        isWaiting?: boolean;
      } = {},
    ) {
      const { severity = 'MAJOR', category = 'SENSOR', ago = 0, place = '회의실', text = '공기질 매우 나쁨' } = changed;
      const ids: number[] = [];
      for (let i = 0; i < count; i++) {
        const time = new Date(clock.now() - ago);
        const { rows } = await db.query<{ id: number }>(sql`
          insert into alarm (organization_id, meter_id, meter_name, sensor_name, sensor_type, category, code, source,
            severity, description, description_en, value, bound, since_time, occurred_time)
          values (${organization.id}, ${++meter}, ${`${place} ${meter}`}, 'CO2 1', 'CO2', ${category}, 'A004', 'VALUE',
            ${severity}, ${text}, 'Air very bad', 1612, 1500, ${time}, ${time}) returning id`);
        ids.push(rows[0]?.id ?? 0);
      }
      if (changed.isWaiting === false) await tellOf(ids);
      else await say(ids);
      return ids;
    },
    planned: async (): Promise<number> =>
      (await db.query<{ count: number }>(sql`select count(*) as count from notification`)).rows[0]?.count ?? 0,
    async states() {
      const { rows } = await db.query<{ state: string; step: number; tries: number; last_error: string | null }>(
        sql`select state, step, tries, last_error from notification order by id`,
      );
      return rows;
    },
    async close() {
      await app.http.close();
      await planner.stop();
      await open.close();
      await mailer.stop();
    },
  };
};
export type NotificationRig = Awaited<ReturnType<typeof openNotificationRig>>;
