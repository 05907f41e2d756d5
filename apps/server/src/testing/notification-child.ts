import pino from 'pino';
import { createNotifications } from '../features/notification/notifications.ts';
import { createMailer } from '../platform/mail.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import { createPusher } from '../platform/web-push.ts';
import { createRegistry } from '../registry/registry.ts';
import { openFeed } from './feed-rig.ts';
import { CONSOLE, NOTIFICATION_KEYS } from './notification-rig.ts';

export interface NotificationChildOptions {
  url: string;
  smtpUrl: string;
  leaseMs: number;
  /** From then on its clock runs faster by this factor: minutes of leases and limits become seconds. */
  start: number;
  speed: number;
}

/** A process that plans and sends notifications of alarms, until it is killed. */
const main = async ({ url, smtpUrl, leaseMs, start, speed }: NotificationChildOptions): Promise<void> => {
  const log = pino({ level: 'silent' });
  const { feed, db } = await openFeed(url, { leaseMs });
  const registry = createRegistry(db);
  await registry.reload();
  const mailer = createMailer({ smtpUrl, from: 'air@example.com', publicUrl: CONSOLE }, log);
  const notifications = createNotifications({
    ...{ db, feed, registry, log, random: systemRandom, allowPrivate: true },
    clock: { now: () => start + (Date.now() - start) * speed },
    seal: createPasswordSeal(NOTIFICATION_KEYS.seal, systemRandom),
    mail: { mailer, publicUrl: CONSOLE },
    pusher: createPusher({ key: NOTIFICATION_KEYS.push, contact: 'mailto:air@example.com', allowPrivate: true }),
  });
  await notifications.start();
  console.log('ready now');
};

await main(JSON.parse(process.argv[2] ?? '{}'));
