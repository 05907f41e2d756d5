import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRegistry } from '../../registry/registry.ts';
import { anOrganization, aUser } from '../../testing/factory.ts';
import { openFeed, tell } from '../../testing/feed-rig.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createDeliverer } from './deliverer.ts';
import {
  acknowledgeMessage,
  type ClaimOptions,
  claimMessage,
  deleteOld,
  dropNeedless,
  findUserMail,
  listRulesOf,
  saveLink,
  takeLink,
} from './delivery-queries.ts';
import {
  dropEarlier,
  insertNotifications,
  listPast,
  listRulesToFollow,
  listToTell,
  type NewNotification,
} from './plan-queries.ts';
import { createPlanner } from './planner.ts';
import type { MessageToSend } from './send.ts';
import { SendError } from './send-error.ts';

const NOW = Date.UTC(2026, 2, 2, 9);
const log = pino({ level: 'silent' });
let database: TestDatabase;
let clock: TestClock;
let organizationId: number;
let ruleId: number;
let made = 0;

beforeAll(async () => {
  database = await testDatabase();
  organizationId = (await anOrganization(database.db)).id;
});
afterAll(() => database.close());
beforeEach(async () => {
  clock = testClock(NOW);
  const { db } = database;
  await db.query(sql`delete from notification_link`);
  await db.query(sql`delete from alarm`);
  await db.query(sql`delete from notification_rule`);
  ruleId = await aRule();
});

const insert = async (statement: Parameters<TestDatabase['db']['query']>[0]): Promise<number> => {
  const { rows } = await database.db.query<{ id: number }>(statement);
  return rows[0]?.id ?? 0;
};
const aRule = (changed: { organization?: number; use?: 'Y' | 'N' } = {}): Promise<number> =>
  insert(sql`insert into notification_rule (organization_id, name, severity, alarm_category, channel, recipients, delivery,
      critical_passes, message_language, use)
    values (${changed.organization ?? organizationId}, ${`Rule ${++made}`}, 'MAJOR', 'ALL', 'MAIL', 'a@example.com', 'NOW',
      'Y', 'ko', ${changed.use ?? 'Y'}) returning id`);
/** `ms`: how long ago it occurred. */
const anAlarm = (ms = 0, severity = 'MAJOR'): Promise<number> =>
  insert(sql`insert into alarm (organization_id, meter_id, meter_name, category, code, source, severity, description,
      description_en, since_time, occurred_time)
    values (${organizationId}, ${++made}, 'Room', 'SENSOR', 'A004', 'VALUE', ${severity}, '나쁨', 'Bad',
      ${new Date(NOW - ms)}, ${new Date(NOW - ms)}) returning id`);
interface Given {
  alarm?: number;
  due?: number;
  step?: number;
  receiver?: string;
  channel?: 'MAIL' | 'PUSH' | 'WEBHOOK';
  tries?: number;
}
const aNotification = async (given: Given = {}): Promise<number> => {
  const { due = NOW, step = 0, receiver = 'a@example.com', channel = 'MAIL', tries = 0 } = given;
  return insert(sql`insert into notification (organization_id, rule_id, alarm_id, step, channel, receiver, target, due_time,
      next_time, tries)
    values (${organizationId}, ${ruleId}, ${given.alarm ?? (await anAlarm())}, ${step}, ${channel}, ${receiver},
      ${`${channel}:${receiver}`}, ${new Date(due)}, ${new Date(due)}, ${tries}) returning id`);
};
const claim = (changed: Partial<ClaimOptions> = {}) =>
  claimMessage(database.db, {
    ...{ now: NOW, leaseMs: 2 * MINUTE_MS, messageId: randomUUID(), perOrganization: 4, perOrganizationRetries: 2 },
    ...{ allowsRetries: true, channels: ['MAIL', 'PUSH', 'WEBHOOK'], perMinute: 10, ...changed },
  });
const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
const read = async () => {
  const { rows } = await database.db.query<{
    id: number;
    state: string;
    tries: number;
    next: Date;
    last_error: string | null;
  }>(sql`select id, state, tries, next_time as next, last_error from notification order by id`);
  return rows;
};

/** Changes of an alarm after which no notification is needed; the last only of its escalation. */
const OVER = [
  ['cleared', `cleared_time = now()`],
  ['acknowledged', `acknowledged_time = now()`],
  ['hidden', `hidden_time = now()`],
  ['a symptom', `cause_id = id`],
  ['shelved', `shelved_until = 'infinity'`],
] as const;

describe('a claim', () => {
  it('has what is due for one target, in order', async () => {
    const ids = [await aNotification(), await aNotification({ due: NOW - 1 }), await aNotification({ due: NOW })];
    await aNotification({ due: NOW + 1 });
    await aNotification({ receiver: 'b@example.com' });
    const claimed = await claim();
    expect(idsOf(claimed)).toEqual(ids);
    expect(claimed[0]).toMatchObject({
      rule_id: ruleId,
      organization_id: organizationId,
      step: 0,
      tries: 1,
      channel: 'MAIL',
    });
  });

  it('keeps others from the target until it expires', async () => {
    const first = await aNotification();
    expect(idsOf(await claim())).toEqual([first]);
    await aNotification();
    expect(await claim({ now: NOW + 2 * MINUTE_MS - 1 })).toEqual([]);
    expect((await claim({ now: NOW + 2 * MINUTE_MS })).map(({ tries }) => tries)).toEqual([2, 1]);
  });

  it.each(OVER)('leaves out an alarm that is %s', async (_, change) => {
    const alarm = await anAlarm();
    await aNotification({ alarm });
    const other = await aNotification();
    await database.db.query(raw(`update alarm set ${change} where id = ${alarm}`));
    expect(idsOf(await claim())).toEqual([other]);
  });

  it('has an alarm that has ended, but not its escalation', async () => {
    const alarm = await anAlarm();
    const first = await aNotification({ alarm });
    await aNotification({ alarm, step: 1 });
    await database.db.query(sql`update alarm set ended_time = now()`);
    expect(idsOf(await claim())).toEqual([first]);
  });

  it('of a receiver that had ten messages in a minute waits', async () => {
    for (let i = 0; i < 10; i++) {
      const id = await aNotification();
      await database.db.query(sql`update notification set state = 'SENT', message_id = ${randomUUID()}::uuid,
        sent_time = ${new Date(NOW - MINUTE_MS + 1 + i)} where id = ${id}`);
    }
    const waiting = await aNotification();
    expect(await claim()).toEqual([]);
    expect(idsOf(await claim({ perMinute: 11 }))).toEqual([waiting]);
    expect(idsOf(await claim({ now: NOW + 1, perMinute: 10 }))).toEqual([]);
    await database.db.query(sql`update notification set next_time = ${new Date(NOW)}, claimed_until = null`);
    expect(idsOf(await claim({ now: NOW + 1 }))).toEqual([waiting]);
  });

  it('prefers receivers that did not fail, then what waits longest', async () => {
    const failed = await aNotification({ receiver: 'a@example.com', due: NOW - 9, tries: 1 });
    const late = await aNotification({ receiver: 'b@example.com', due: NOW - 1 });
    const early = await aNotification({ receiver: 'c@example.com', due: NOW - 2 });
    const next = async () => idsOf(await claim({ perOrganizationRetries: 3 }));
    expect([await next(), await next(), await next()]).toEqual([[early], [late], [failed]]);
  });

  it('may leave receivers that failed to others', async () => {
    const failed = await aNotification({ tries: 1 });
    expect(await claim({ allowsRetries: false })).toEqual([]);
    expect(idsOf(await claim())).toEqual([failed]);
  });

  it.each([
    [0, 4],
    [1, 2],
  ])('is limited for an organization: after %i tries to %i', async (tries, most) => {
    for (let i = 0; i < 5; i++) await aNotification({ receiver: `r${i}@example.com`, tries });
    const claims: number[] = [];
    for (let i = 0; i < 5; i++) claims.push((await claim()).length);
    expect(claims).toEqual(Array.from({ length: 5 }, (_, i) => (i < most ? 1 : 0)));
  });

  it('has the channels that have a free slot', async () => {
    await aNotification({ channel: 'MAIL' });
    const push = await aNotification({ channel: 'PUSH', receiver: 'login', due: NOW });
    expect(idsOf(await claim({ channels: ['PUSH'] }))).toEqual([push]);
    expect(await claim({ channels: ['WEBHOOK'] })).toEqual([]);
  });
});

describe('notifications that are not needed', () => {
  it.each(OVER)('are dropped when the alarm is %s', async (_, change) => {
    const alarm = await anAlarm();
    await aNotification({ alarm });
    await aNotification({ alarm, step: 1, due: NOW + 1 });
    await aNotification();
    await database.db.query(raw(`update alarm set ${change} where id = ${alarm}`));
    await dropNeedless(database.db, NOW);
    expect((await read()).map(({ state }) => state)).toEqual(['DROPPED', 'WAITING', 'WAITING']);
  });

  it('are those of the escalation when the alarm has ended', async () => {
    const alarm = await anAlarm();
    await aNotification({ alarm });
    await aNotification({ alarm, step: 1 });
    await database.db.query(sql`update alarm set ended_time = now()`);
    await dropNeedless(database.db, NOW);
    expect((await read()).map(({ state }) => state)).toEqual(['WAITING', 'DROPPED']);
  });

  it('are deleted after their time, but never while they wait', async () => {
    const ids = [await aNotification(), await aNotification(), await aNotification()];
    await database.db.query(sql`update notification set created_time = ${new Date(NOW)}`);
    await database.db.query(sql`update notification set state = 'SENT' where id <> ${ids[0]}`);
    await database.db.query(sql`update notification set created_time = ${new Date(NOW - 1)} where id <> ${ids[1]}`);
    expect(await deleteOld(database.db, { before: NOW, now: NOW })).toBe(false);
    expect(idsOf(await read())).toEqual([ids[0], ids[1]]);
  });
});

describe('the deliverer', () => {
  const sent: MessageToSend[] = [];
  let answer: (message: MessageToSend) => void;
  beforeEach(() => {
    sent.splice(0);
    answer = () => undefined;
  });
  const delivererOf = () =>
    createDeliverer({
      ...{ db: database.db, clock, log },
      sender: {
        async send(message) {
          sent.push(message);
          answer(message);
        },
      },
    });

  it('retries after 1, 2, 4 … minutes, and gives up after nine tries', async () => {
    await aNotification();
    answer = () => {
      throw new SendError('REFUSED 503', false);
    };
    const waits: number[] = [];
    for (let i = 1; i < 9; i++) {
      await delivererOf().deliver();
      const [row] = await read();
      expect(row).toMatchObject({ state: 'WAITING', tries: i, last_error: 'REFUSED 503' });
      const wait = (row?.next.getTime() ?? 0) - clock.now();
      waits.push(wait / MINUTE_MS);
      clock.advance(wait - 1);
      await delivererOf().deliver();
      expect((await read())[0]?.tries).toBe(i);
      clock.advance(1);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
    await delivererOf().deliver();
    expect((await read())[0]).toMatchObject({ state: 'FAILED', tries: 9 });
  });

  it('gives up at once where a retry would fail the same way, and retries after a bug', async () => {
    await aNotification({ receiver: 'final@example.com' });
    await aNotification({ receiver: 'bug@example.com' });
    answer = ({ to }) => {
      throw to.receiver === 'final@example.com' ? new SendError('NO_ADDRESS', true) : new TypeError('a bug');
    };
    await delivererOf().deliver();
    expect(await read()).toMatchObject([
      { state: 'FAILED', last_error: 'NO_ADDRESS' },
      { state: 'WAITING', last_error: 'ERROR', next: new Date(NOW + MINUTE_MS) },
    ]);
  });

  it('keeps the tries of each notification in a message', async () => {
    await aNotification({ tries: 3 });
    await aNotification();
    answer = () => {
      throw new SendError('REFUSED 503', false);
    };
    await delivererOf().deliver();
    expect(sent).toHaveLength(1);
    expect((await read()).map(({ tries, next }) => [tries, (next.getTime() - NOW) / MINUTE_MS])).toEqual([
      [4, 8],
      [1, 1],
    ]);
  });

  it('sends the worst alarm first, each once, and knows an escalation', async () => {
    const [minor, early, late, critical] = [
      await anAlarm(0, 'MINOR'),
      await anAlarm(10),
      await anAlarm(5),
      await anAlarm(0, 'CRITICAL'),
    ];
    for (const alarm of [minor, late, early, critical]) await aNotification({ alarm });
    await aNotification({ alarm: early, step: 1 });
    await delivererOf().deliver();
    await aNotification({ step: 1 });
    await aNotification({ step: 2 });
    await delivererOf().deliver();
    expect(idsOf(sent[0]?.alarms ?? [])).toEqual([critical, early, late, minor]);
    expect(sent.map(({ isEscalation }) => isEscalation)).toEqual([false, true]);
    expect(sent[0]).toMatchObject({ to: { receiver: 'a@example.com' }, timeoutMs: 4_000, rule: { id: ruleId } });
    expect((await read()).every(({ state }) => state === 'SENT')).toBe(true);
  });

  it('remembers a receiver that did not answer in time', async () => {
    answer = () => {
      throw new SendError('TIMEOUT', false, true);
    };
    const deliverer = delivererOf();
    await aNotification();
    await deliverer.deliver();
    expect(sent.splice(0).map(({ timeoutMs }) => timeoutMs)).toEqual([4_000, 10_000]);
    expect(await read()).toMatchObject([{ tries: 2, next: new Date(NOW + 2 * MINUTE_MS) }]);
    await aNotification();
    await aNotification({ receiver: 'b@example.com' });
    await deliverer.deliver();
    const timeouts = (receiver: string) =>
      sent.flatMap(({ to, timeoutMs }) => (to.receiver === receiver ? [timeoutMs] : []));
    expect([timeouts('a@example.com'), timeouts('b@example.com')]).toEqual([[10_000], [4_000, 10_000]]);
    answer = () => undefined;
    clock.advance(2 * MINUTE_MS);
    await deliverer.deliver();
    sent.splice(0);
    await aNotification();
    await deliverer.deliver();
    expect(timeouts('a@example.com')).toEqual([4_000]);
  });

  it('deletes what is old each hour', async () => {
    const anOldOne = async () => {
      const id = await aNotification();
      const created = new Date(clock.now() - 400 * DAY_MS - 1);
      await database.db.query(sql`update notification set state = 'SENT', created_time = ${created} where id = ${id}`);
      return id;
    };
    const isSent = async (id: number) => (await read()).find((each) => each.id === id)?.state === 'SENT';
    const kept = await aNotification();
    await database.db.query(sql`update notification set state = 'SENT',
      created_time = ${new Date(NOW - 400 * DAY_MS + 1)} where id = ${kept}`);
    await anOldOne();
    const deliverer = delivererOf();
    deliverer.start();
    await expect.poll(async () => idsOf(await read())).toEqual([kept]);
    clock.advance(HOUR_MS - 1);
    await database.db.query(sql`update notification set created_time = now() where id = ${kept}`);
    const old = await anOldOne();
    for (let round = 0; round < 2; round++) {
      const next = await aNotification({ due: clock.now() });
      deliverer.wake();
      await expect.poll(() => isSent(next)).toBe(true);
    }
    expect(idsOf(await read())).toContain(old);
    clock.advance(1);
    deliverer.wake();
    await expect.poll(async () => idsOf(await read()).includes(old)).toBe(false);
    await deliverer.stop();
  });

  it('has the full timeout for a retry', async () => {
    await aNotification({ tries: 1 });
    await delivererOf().deliver();
    expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000]);
  });
});

describe('the alarms that are to be announced', () => {
  const ASKED = [
    ...OVER.filter(([name]) => name !== 'hidden'),
    ['ended', `ended_time = now()`],
    ['shelved for a moment', `shelved_until = now() - interval '1 day'`],
  ] as const;
  it.each(ASKED)('are without one that is %s', async (_, change) => {
    const [alarm, other] = [await anAlarm(), await anAlarm()];
    await database.db.query(raw(`update alarm set ${change} where id = ${alarm}`));
    const told = await database.db.tx((tx) => listToTell(tx, [other, alarm]));
    expect(idsOf(told)).toEqual([other]);
  });

  it('follow the rules in use of their organization', async () => {
    await aRule({ use: 'N' });
    const elsewhere = (await anOrganization(database.db)).id;
    const theirs = await aRule({ organization: elsewhere });
    const rules = (ids: number[]) => database.db.tx((tx) => listRulesToFollow(tx, ids));
    expect(idsOf(await rules([organizationId]))).toEqual([ruleId]);
    expect(idsOf(await rules([organizationId, elsewhere]))).toEqual([ruleId, theirs]);
  });

  it('are planned once, and again when they were dropped', async () => {
    const alarm = await anAlarm();
    const planned: NewNotification[] = [
      {
        ...{ organization_id: organizationId, rule_id: ruleId, alarm_id: alarm, opening: 1, step: 0, channel: 'MAIL' },
        ...{ receiver: 'a@example.com', target: 'mail:a@example.com', due_time: new Date(NOW) },
      },
    ];
    const plan = () => database.db.tx((tx) => insertNotifications(tx, planned));
    expect([await plan(), await plan()]).toEqual([1, 0]);
    await database.db.query(sql`update notification set state = 'DROPPED', tries = 4`);
    expect(await plan()).toBe(1);
    expect(await read()).toMatchObject([{ state: 'WAITING', tries: 0 }]);
    expect(await database.db.tx((tx) => insertNotifications(tx, []))).toBe(0);
  });

  it('drop what waits of an earlier opening only', async () => {
    const alarm = await anAlarm();
    await aNotification({ alarm });
    const opened = { id: alarm, organization_id: organizationId, category: 'SENSOR', severity: 'MAJOR' } as const;
    const drop = (openings: number) => database.db.tx((tx) => dropEarlier(tx, [{ ...opened, openings }]));
    await drop(1);
    expect((await read())[0]?.state).toBe('WAITING');
    await drop(2);
    expect((await read())[0]?.state).toBe('DROPPED');
  });

  it('of the past are the newest first, from a time on, without symptoms', async () => {
    const [old, first, last, symptom] = [
      await anAlarm(HOUR_MS + 1),
      await anAlarm(HOUR_MS),
      await anAlarm(1),
      await anAlarm(2),
    ];
    await database.db.query(sql`update alarm set cause_id = ${last} where id = ${symptom}`);
    expect(idsOf(await listPast(database.db, organizationId, NOW - HOUR_MS))).toEqual([last, first]);
    expect(idsOf(await listPast(database.db, organizationId, NOW - DAY_MS))).toEqual([last, first, old]);
    expect(await listPast(database.db, organizationId + 1, NOW - DAY_MS)).toEqual([]);
  });
});

it('the planner says when there is something to send', async () => {
  const { db } = database;
  const rig = await openFeed(database.url);
  const registry = createRegistry(db);
  let planned = 0;
  const planner = createPlanner({ feed: rig.feed, registry, clock, onPlanned: () => planned++ });
  await planner.start();
  const isBehind = async () =>
    (
      await db.query(sql`select from feed_consumer c join feed f on f.lane = c.lane and f.kind = any(c.kinds)
        and (f.xid, f.seq) > (c.xid, c.seq) where c.name = 'notifications' limit 1`)
    ).rowCount > 0;
  const announce = async (
    alarmId: number,
    event: 'RAISED' | 'ENDED' | 'UNSHELVED' | 'RESTORED' | 'CAUSE' | 'REOPENED',
  ) => {
    const alarm = { alarmId, organizationId, meterId: 1, event, time: NOW };
    await tell(db, rig.feed, [{ kind: 'alarm', alarm }]);
    await expect.poll(isBehind).toBe(false);
    return planned;
  };
  const [minor, major] = [await anAlarm(0, 'MINOR'), await anAlarm()];
  expect([await announce(minor, 'RAISED'), await announce(major, 'ENDED')]).toEqual([0, 0]);
  const events = ['RAISED', 'RAISED', 'UNSHELVED'] as const;
  for (const event of events) expect(await announce(major, event)).toBe(1);
  for (const [i, event] of (['REOPENED', 'CAUSE', 'UNSHELVED', 'RESTORED'] as const).entries()) {
    expect(await announce(await anAlarm(), event)).toBe(i + 2);
  }
  await planner.stop();
  await rig.close();
});

describe('a link', () => {
  const tokenHash = Buffer.alloc(32, 1);
  const messageId = randomUUID();
  const save = (expires: number) =>
    saveLink(database.db, {
      ...{ tokenHash, messageId, organizationId, receiver: 'a@example.com', address: 'a@example.com' },
      expires: new Date(expires),
    });
  const take = () => database.db.tx((tx) => takeLink(tx, tokenHash, NOW));

  it('works until it expires, once', async () => {
    await save(NOW);
    expect(await take()).toBeUndefined();
    await deleteOld(database.db, { before: 0, now: NOW });
    await deleteOld(database.db, { before: 0, now: NOW + 1 });
    await save(NOW + 1);
    expect([await take(), await take()]).toEqual([expect.objectContaining({ message_id: messageId }), undefined]);
  });

  it('is kept by the clean-up until it expires', async () => {
    await save(NOW + 1);
    await deleteOld(database.db, { before: 0, now: NOW + 1 });
    expect(await take()).toBeDefined();
  });

  it.each([
    ['open', 'version = version', 1],
    ['cleared', 'cleared_time = now()', 0],
    ['acknowledged', 'acknowledged_time = now()', 0],
    ['hidden', 'hidden_time = now()', 0],
    ['reopened', 'openings = 2', 0],
    ['ended', 'ended_time = now()', 1],
    ['of another organization', 'organization_id = (select max(id) from organization)', 0],
    ['of the server', 'organization_id = null', 1],
  ])('acknowledges an alarm that is %s: %s', async (_, change, count) => {
    await anOrganization(database.db);
    await aNotification({ alarm: await anAlarm() });
    await database.db.query(sql`update notification set message_id = ${messageId}::uuid`);
    await anAlarm();
    await database.db.query(raw(`update alarm set ${change}`));
    const link = { message_id: messageId, organization_id: organizationId, receiver: 'a@example.com', address: null };
    expect(await database.db.tx((tx) => acknowledgeMessage(tx, link, NOW))).toHaveLength(count);
  });

  it('counts while its rule and its organization are in use', async () => {
    await aNotification();
    await database.db.query(sql`update notification set message_id = ${messageId}::uuid`);
    await aRule();
    const link = { message_id: messageId, organization_id: organizationId, receiver: 'a@example.com', address: null };
    const rules = (changed = link) => database.db.tx((tx) => listRulesOf(tx, changed));
    expect(await rules()).toEqual([{ recipients: 'a@example.com', escalate_to: null }]);
    expect(await rules({ ...link, organization_id: organizationId + 1 })).toEqual([]);
    await database.db.query(sql`update notification_rule set use = 'N'`);
    expect(await rules()).toEqual([]);
  });
});

it('finds the address of a user in use of the organization', async () => {
  const { db } = database;
  const organization = await anOrganization(db);
  const user = await aUser(db, { organization, language: 'en' });
  const find = (login = user.login, id = organization.id) => findUserMail(db, id, login);
  expect(await find()).toEqual({ email: expect.stringContaining('@example.com'), language: 'en' });
  expect([await find('no.such.user'), await find(user.login, organizationId)]).toEqual([undefined, undefined]);
  await db.query(sql`update app_user set use = 'N' where id = ${user.id}`);
  expect(await find()).toBeUndefined();
});
