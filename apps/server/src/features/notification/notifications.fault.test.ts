import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTalkingProcess, type TalkingProcess } from '../../testing/engine-process.ts';
import { type MailReceiver, openMailReceiver } from '../../testing/mail-receiver.ts';
import type { NotificationChildOptions } from '../../testing/notification-child.ts';
import { type NotificationRig, openNotificationRig } from '../../testing/notification-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const KILLS = 20;
/** Alarms between two kills. */
const ALARMS = 3;
const RECEIVERS = ['safety@example.com', 'boss@example.com'];
const soon = { timeout: 180_000, interval: 50 };

let database: TestDatabase;
let rig: NotificationRig;
let mails: MailReceiver;
let hook: Server;
/** Every delivery that arrived: alarm and receiver, repeats included. */
const posted: string[] = [];
const spawned: TalkingProcess[] = [];

beforeEach(async () => {
  database = await testDatabase();
  mails = await openMailReceiver();
  hook = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { alarms } = JSON.parse(body) as { alarms: { description: string }[] };
    posted.push(...alarms.map(({ description }) => `webhook ${description}`));
    response.end();
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  rig = await openNotificationRig(database, mails.url);
});
afterEach(async () => {
  for (const { child } of spawned) child.kill('SIGKILL');
  await Promise.all(spawned.map(({ ended }) => ended));
  await rig.close();
  await new Promise((resolve) => hook.close(resolve));
  await mails.close();
  await database.close();
});

const received = (): string[] => [
  ...posted,
  ...mails.inbox.flatMap(({ to, text }) =>
    [...text.matchAll(/alarm-of-test-\d+/g)].map(([description]) => `${to[0]} ${description}`),
  ),
];
const toldOf = (description: string): string[] => ['webhook', ...RECEIVERS].map((each) => `${each} ${description}`);
/** Notifications not sent yet, and their last error. */
const unsent = async () => {
  const { rows } = await rig.db.query(
    sql`select state, tries, last_error from notification where state <> 'SENT' order by id limit 10`,
  );
  return rows;
};

/**
 * Delivery is at least once: if a process crashes between the receiver's answer and recording it, another process
 * cannot know and sends again. Planning happens exactly once.
 */
test(`two processes killed ${KILLS} times while sending lose no notification and plan none twice`, async () => {
  const { port } = hook.address() as AddressInfo;
  await rig.aRule({ name: 'mail', recipients: RECEIVERS.join('\n') });
  const url = `http://127.0.0.1:${port}/`;
  await rig.aRule({ name: 'webhook', channel: 'WEBHOOK', recipients: null, url, secret: 'a-secret-of-the-webhook' });
  await rig.stopPlanner();

  const options: NotificationChildOptions = {
    ...{ url: database.url, smtpUrl: mails.url, leaseMs: 500 },
    ...{ start: Date.now(), speed: 20 },
  };
  const spawn = async (): Promise<TalkingProcess> => {
    const child = startTalkingProcess('notification-child.ts', options);
    spawned.push(child);
    await child.said('ready');
    return child;
  };
  const expected: string[] = [];
  /** Raises alarms as the engine does; does not wait until they are planned. */
  const raise = async (): Promise<void> => {
    for (let i = 0; i < ALARMS; i++) {
      const description = `alarm-of-test-${expected.length}`;
      expected.push(...toldOf(description));
      await rig.raise(1, { text: description, isWaiting: false });
    }
  };
  const isTold = async (): Promise<void> => {
    await expect.poll(() => rig.planned(), soon).toBe(expected.length);
    await expect.poll(unsent, soon).toEqual([]);
  };

  let running: TalkingProcess[] = await Promise.all([spawn(), spawn()]);
  for (let kill = 0; kill < KILLS; kill++) {
    const [victim, other] = running;
    const next = spawn();
    const before = received().length;
    await raise();
    // The kills hit planning, sending and the time after it in turn.
    if (kill % 3 === 1) await expect.poll(() => received().length, soon).toBeGreaterThan(before);
    if (kill % 3 === 2) await isTold();
    victim?.child.kill('SIGKILL');
    await victim?.ended;
    await isTold();
    running = [...(other ? [other] : []), await next];
  }
  expect(new Set(received())).toEqual(new Set(expected));
  const { rows } = await rig.db.query(sql`select from notification group by alarm_id, rule_id, step, receiver
    having count(*) > 1`);
  expect([rows, await rig.planned()]).toEqual([[], expected.length]);
  expect(expected).toHaveLength(KILLS * ALARMS * 3);
}, 1_800_000);
