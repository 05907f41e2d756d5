import { createHash } from 'node:crypto';
import type { PushMessage } from '@airdeck/contract/notification/push';
import { getPush, subscribePush, unsubscribePush } from '@airdeck/contract/notification/push';
import type { Language } from '@airdeck/contract/user/schema';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { isPrivateHost, PostError } from '../../platform/post.ts';
import { isBrowserKey, type Pusher } from '../../platform/web-push.ts';
import { deleteSubscription, insertSubscription, isSubscribed, listBrowsers, settleBrowsers } from './push-queries.ts';
import { SendError, sendErrorOf } from './send-error.ts';

/** A person toggles this rarely. */
const CHANGES_A_MINUTE = 30;

export interface PushOptions {
  db: Db;
  clock: Clock;
  pusher: Pusher;
}

export interface PushToUser {
  organizationId: number;
  login: string;
  isUrgent: boolean;
  timeoutMs?: number;
  messageIn(language: Language): PushMessage;
}

/** Answers of a push service for a browser that unsubscribed or no longer exists. */
const isGone = (error: unknown): boolean =>
  error instanceof PostError && (error.status === 404 || error.status === 410);

/**
 * Pushes to all browsers of a user. One success is enough: a retry would repeat the push in that browser.
 * @throws SendError when no browser accepted it
 */
export const pushToUser = async ({ db, clock, pusher }: PushOptions, to: PushToUser): Promise<void> => {
  const browsers = await listBrowsers(db, to.organizationId, to.login);
  const taken: number[] = [];
  const gone: number[] = [];
  const failures: unknown[] = [];
  await Promise.all(
    browsers.map(async ({ id, language, ...browser }) => {
      try {
        const { isUrgent, timeoutMs } = to;
        await pusher.push(browser, JSON.stringify(to.messageIn(language)), { isUrgent, timeoutMs });
        taken.push(id);
      } catch (error) {
        if (isGone(error)) gone.push(id);
        else failures.push(error);
      }
    }),
  );
  await settleBrowsers(db, { taken, gone, now: clock.now() });
  if (taken.length > 0) return;
  if (failures.length === 0) throw new SendError('NO_BROWSER', true);
  const errors = failures.map(sendErrorOf);
  throw errors.find(({ isFinal }) => !isFinal) ?? errors[0];
};

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

/** Lets users subscribe and unsubscribe a browser for notifications. */
export const addPushRoutes = (http: Http, { db, pusher }: Pick<PushOptions, 'db' | 'pusher'>): void => {
  /** @throws Failure INVALID_PARAMETER for an endpoint that cannot be a public push service */
  const checkEndpoint = (endpoint: string): void => {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
    const isReachable = url !== null && (pusher.allowPrivate || (url.protocol === 'https:' && !isPrivateHost(url)));
    if (!isReachable) throw new Failure('INVALID_PARAMETER', { endpoint: 'INVALID' });
  };

  addRoute(http, getPush, async ({ query: { endpoint }, who }) => ({
    public_key: pusher.publicKey,
    is_subscribed: endpoint !== undefined && (await isSubscribed(db, who.userId, hashOf(endpoint))),
  }));
  addRoute(
    http,
    subscribePush,
    async ({ body, who }) => {
      checkEndpoint(body.endpoint);
      if (!isBrowserKey(body.p256dh)) throw new Failure('INVALID_PARAMETER', { p256dh: 'INVALID' });
      await db.tx((tx) => insertSubscription(tx, who.userId, hashOf(body.endpoint), body));
      return {};
    },
    { perMinute: CHANGES_A_MINUTE },
  );
  addRoute(http, unsubscribePush, async ({ query, who }) => {
    await deleteSubscription(db, who.userId, hashOf(query.endpoint));
    return {};
  });
};
