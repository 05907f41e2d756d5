import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeliverer } from '@airdeck/server/features/notification/deliverer';
import { insertNotifications } from '@airdeck/server/features/notification/plan-queries';
import { createSender } from '@airdeck/server/features/notification/send';
import { systemClock } from '@airdeck/server/platform/clock';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { openDatabase } from '@airdeck/server/platform/db/open';
import type { Db } from '@airdeck/server/platform/db/pool';
import { createMailer } from '@airdeck/server/platform/mail';
import { createPasswordSeal } from '@airdeck/server/platform/password-seal';
import { systemRandom } from '@airdeck/server/platform/random';
import { createPusher } from '@airdeck/server/platform/web-push';
import pino from 'pino';
import { SMTPServer } from 'smtp-server';
import sql from 'sql-template-tag';
import { print, quantile } from '../figure.ts';

const ORGANIZATIONS = 10;
const RECEIVERS = 10;
const SLOW_MS = 3_000;
/** Upper limit: an unanswered mail is given up after 10 s. */
const DEADLINE_MS = 60_000;
const KEY = new Uint8Array(32).fill(7);
const CONSOLE = 'https://air.example.com';

/** Receiver `r` of organization `o`, both from 0. */
const addressOf = (o: number, r: number): string => `r${r}@o${o}.example.com`;
const ALL = Array.from({ length: ORGANIZATIONS * RECEIVERS }, (_, i) =>
  addressOf(Math.floor(i / RECEIVERS), i % RECEIVERS),
);

/** A mail server that answers each mail after `delayOf` its receiver, and records the arrival of each mail. */
const openMailServer = async (delayOf: (address: string) => number) => {
  const received = new Map<string, number>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const [address = ''] = session.envelope.rcptTo.map((each) => each.address);
      stream.resume();
      stream.on('end', () => {
        setTimeout(() => {
          received.set(address, performance.now());
          done();
        }, delayOf(address)).unref();
      });
    },
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => smtp.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, received, close };
};

/** A critical alarm of each organization, to be mailed to its receivers now. */
const plan = async (db: Db): Promise<void> => {
  await db.query(sql`delete from notification`);
  const { rows } = await db.query<{ organization: number; rule: number; alarm: number; place: number }>(sql`
    with raised as (
      insert into alarm (organization_id, category, code, source, severity, description, since_time, occurred_time)
      select id, 'METER', 'M001', 'SILENCE', 'CRITICAL', 'No communication', now(), now() from organization
      where code like '9%' returning id, organization_id)
    select o.id as organization, r.id as rule, a.id as alarm, right(o.code, 2)::integer as place
    from organization o join notification_rule r on r.organization_id = o.id join raised a on a.organization_id = o.id`);
  const due_time = new Date();
  const planned = rows.flatMap(({ organization, rule, alarm, place }) =>
    Array.from({ length: RECEIVERS }, (_, i) => {
      const to = addressOf(place, i);
      const ids = { organization_id: organization, rule_id: rule, alarm_id: alarm };
      return { ...ids, opening: 1, step: 0, channel: 'MAIL' as const, receiver: to, target: to, due_time };
    }),
  );
  await db.tx((tx) => insertNotifications(tx, planned));
};

/** Arrival times at these receivers in ms since the mails were due, sorted. */
const deliver = async (db: Db, delayOf: (address: string) => number, wanted: readonly string[]): Promise<number[]> => {
  const server = await openMailServer(delayOf);
  const log = pino({ level: 'silent' });
  const mailer = createMailer({ smtpUrl: server.url, from: 'air@example.com', publicUrl: CONSOLE }, log);
  const seal = createPasswordSeal(KEY, systemRandom);
  const pusher = createPusher({ key: KEY, contact: 'mailto:air@example.com', allowPrivate: true });
  const mail = { mailer, publicUrl: CONSOLE };
  const parts = { db, clock: systemClock, random: systemRandom };
  const sender = createSender({ ...parts, seal, mail, pusher, allowPrivate: true });
  const deliverer = createDeliverer({ db, clock: systemClock, log, sender });
  await plan(db);
  const began = performance.now();
  deliverer.start();
  while (!wanted.every((address) => server.received.has(address)) && performance.now() - began < DEADLINE_MS)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const taken = wanted.map((address) => (server.received.get(address) ?? Number.POSITIVE_INFINITY) - began);
  // Hanging mails end with the server.
  const stopping = deliverer.stop();
  await server.close();
  await stopping;
  await db.query(sql`update alarm set cleared_time = now()`);
  return taken.toSorted((a, b) => a - b);
};

/** The receivers that hang: one of each organization, all of one, or four, four and two of three. */
const HANGING: Readonly<Record<string, readonly string[]>> = {
  spread: ALL.filter((_, i) => i % RECEIVERS === 3),
  one: ALL.slice(0, RECEIVERS),
  clustered: [...ALL.slice(0, 4), ...ALL.slice(10, 14), ...ALL.slice(20, 22)],
};

/** From due to received by the mail server: with hanging receivers, and with a slow mail server. */
export const benchDelivery = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  const log = pino({ level: 'error' }, pino.destination(2));
  const { db, close } = await openDatabase({ dataDir, log, onExit: (reason) => log.error(reason) });
  try {
    await migrate(db, join(import.meta.dirname, '../../../apps/server/src/migrations'));
    await db.query(sql`
      with added as (
        insert into organization (code, name)
        select '900000' || lpad(i::text, 2, '0'), 'Organization ' || i
        from generate_series(0, ${ORGANIZATIONS - 1}::integer) i returning id)
      insert into notification_rule (organization_id, name, severity, alarm_category, channel, delivery, critical_passes,
        message_language)
      select id, 'All', 'INFO', 'ALL', 'MAIL', 'NOW', 'Y', 'en' from added`);
    for (const [name, hanging] of Object.entries(HANGING)) {
      const others = ALL.filter((address) => !hanging.includes(address));
      const taken = await deliver(db, (address) => (hanging.includes(address) ? DEADLINE_MS : 0), others);
      print({ name: `delivery-hang-${name}-p50`, value: quantile(taken, 0.5), unit: 'ms' });
      const reach = name === 'clustered' ? {} : { reach: '<= 5000' };
      print({ name: `delivery-hang-${name}-last`, value: taken.at(-1) ?? 0, unit: 'ms, of 90 receivers', ...reach });
    }
    const slow = await deliver(db, () => SLOW_MS, ALL);
    print({ name: 'delivery-slow-20th', value: slow[19] ?? 0, unit: 'ms, each mail takes 3 s' });
    print({ name: 'delivery-slow-last', value: slow.at(-1) ?? 0, unit: 'ms, of 100 receivers' });
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
