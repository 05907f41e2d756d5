import { HOUR_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Log } from '../../platform/log.ts';
import { addressGroup } from '../../platform/net/address-group.ts';
import { MAILED_LINK_MS, type PasswordLinks } from './password-links.ts';
import type { UserMails } from './user-mails.ts';
import { findByEmail } from './user-queries.ts';

/** Tries an hour for an e-mail address, and as many from one client: enough to find oneself, not to find others. */
const MAX_TRIES = 5;
/** Addresses and clients that are remembered; beyond that the oldest is forgotten. */
const MAX_REMEMBERED = 20_000;
const SHOWN_LETTERS = 2;

/** The beginning of an id: its user recognizes it, and others cannot use it. */
export const maskLogin = (login: string): string =>
  login.slice(0, SHOWN_LETTERS) + '*'.repeat(login.length - SHOWN_LETTERS);

/** Counts what happens within an hour of its first time, by key. */
const createTries = (clock: Clock) => {
  const tries = new Map<string, { since: number; count: number }>();
  return (key: string): number => {
    const now = clock.now();
    const known = tries.get(key);
    const counted = known && now - known.since < HOUR_MS ? known : { since: now, count: 0 };
    counted.count++;
    tries.delete(key);
    const [oldest] = tries.size < MAX_REMEMBERED ? [] : tries.keys();
    if (oldest !== undefined) tries.delete(oldest);
    tries.set(key, counted);
    return counted.count;
  };
};

export interface UserSearchOptions {
  db: Db;
  clock: Clock;
  log: Log;
  links: PasswordLinks;
  /** null: no mails are sent. */
  mails: UserMails | null;
}

/**
 * Creates the search for a forgotten id or, with an id, a forgotten password. Without mail it returns whether an
 * e-mail, or both together, are registered, and the masked ids, of each organization one; with mail the answer is always
 * the same. @throws Failure
 * TOO_MANY_REQUESTS, and without mail USER_NOT_FOUND
 */
export const createUserSearch = ({ db, clock, log, links, mails }: UserSearchOptions) => {
  const count = createTries(clock);

  const sendMail = async (to: UserMails, email: string, login: string | null): Promise<void> => {
    const users = await findByEmail(db, email, login);
    if (login === null) return to.sendIds(users);
    for (const user of users) to.sendLink(user, await db.tx((tx) => links.create(tx, user.id, MAILED_LINK_MS)));
  };

  return async (ip: string, email: string, login: string | null): Promise<{ login: string | null }> => {
    const tries = [count(`client ${addressGroup(ip)}`), count(`e-mail ${email.toLowerCase()}`)];
    if (Math.max(...tries) > MAX_TRIES) throw new Failure('TOO_MANY_REQUESTS');
    if (mails) {
      // Not awaited, so that timing does not reveal who is registered.
      sendMail(mails, email, login).catch((error) => log.warn({ err: error }, 'a mail could not be prepared'));
      return { login: null };
    }
    const found = await findByEmail(db, email, login);
    if (found.length === 0) throw new Failure('USER_NOT_FOUND');
    return { login: [...new Set(found.map((user) => maskLogin(user.login)))].join(', ') };
  };
};
