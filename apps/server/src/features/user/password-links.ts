import { createHash } from 'node:crypto';
import type { PasswordLink } from '@airdeck/contract/user/schema';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Random } from '../../platform/random.ts';
import { findPasswordLink, savePasswordLinks, takePasswordLink } from './password-link-queries.ts';

/** An administrator hands it over in person or by message, which may take until tomorrow. */
export const HANDED_LINK_MS = DAY_MS;
/** Imported people are handed theirs one after the other, some are away, and an invitation by mail waits for its reader. */
export const INVITED_LINK_MS = 7 * DAY_MS;
/** A mail arrives at once, while its user waits. */
export const MAILED_LINK_MS = 10 * MINUTE_MS;
const TOKEN_BYTES = 32;

/** The token is random, so a plain hash is enough and quick. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface PasswordLinks {
  create(tx: Tx, userId: number, lastsMs: number): Promise<PasswordLink>;
  /** The same for many, in their order. */
  createAll(tx: Tx, userIds: readonly number[], lastsMs: number): Promise<PasswordLink[]>;
  /** The user of a link. @throws Failure BAD_CREDENTIALS when it is wrong, used or expired. */
  find(token: string): Promise<number>;
  /** The same, and uses it up. */
  take(tx: Tx, token: string): Promise<number>;
}

export const createPasswordLinks = ({ db, clock, random }: { db: Db; clock: Clock; random: Random }): PasswordLinks => {
  const required = (userId: number | undefined): number => {
    if (userId === undefined) throw new Failure('BAD_CREDENTIALS');
    return userId;
  };
  const createAll: PasswordLinks['createAll'] = async (tx, userIds, lastsMs) => {
    const made = userIds.map((userId) => ({ userId, token: Buffer.from(random(TOKEN_BYTES)).toString('base64url') }));
    const expires = new Date(clock.now() + lastsMs);
    const hashed = made.map(({ userId, token }) => ({ userId, tokenHash: hashOf(token) }));
    await savePasswordLinks(tx, hashed, expires);
    return made.map(({ token }) => ({ token, expires_time: expires.toISOString() }));
  };
  return {
    createAll,
    async create(tx, userId, lastsMs) {
      const [link] = await createAll(tx, [userId], lastsMs);
      if (!link) throw new Error('no link was made');
      return link;
    },
    find: async (token) => required(await findPasswordLink(db, hashOf(token), clock.now())),
    take: async (tx, token) => required(await takePasswordLink(tx, hashOf(token), clock.now())),
  };
};
