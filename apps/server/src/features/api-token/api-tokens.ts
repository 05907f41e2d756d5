import { createHash } from 'node:crypto';
import type { ErrorCode } from '@airdeck/contract/error/code';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { hasSameRights, may } from '@airdeck/domain/policy/may';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Who } from '../../platform/http/who.ts';
import type { Log } from '../../platform/log.ts';
import { createSweeper } from '../../platform/sweeper.ts';
import type { BusEvents } from '../../registry/bus-events.ts';
import { whoOf } from '../../resource/user-rights-queries.ts';
import { findToken, readTokensOf, saveUse, type TokenRow } from './api-token-queries.ts';

const SWEEP_MS = 500;
const SEEN_EVERY_MS = MINUTE_MS;
/** Unused tokens leave the memory. */
const FORGET_MS = 2 * MINUTE_MS;

export const TOKEN_BYTES = 32;
/** Distinguishes it from a session's token, and lets scanners find one that was published. */
export const TOKEN_PREFIX = 'airdeck_';
const TOKEN = /^airdeck_[\w-]{43}$/;

export const isApiToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX);

/** The token is random, so a plain hash is enough and quick. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Stands in place of a session's id. */
const SESSION = 'api-token:';
const sessionOf = (id: number): string => `${SESSION}${id}`;

interface Used {
  who: Who;
  used: number;
  ip: string;
  /** When the last use was written. */
  written: number;
  /** Open streams. */
  holds: number;
}

export interface ApiTokens {
  start(): void;
  stop(): Promise<void>;
  /** The owner of a token, as they are now; this counts as use. @throws Failure INVALID_TOKEN, EXPIRED_TOKEN */
  authenticate(token: string, ip: string): Promise<Who>;
  /**
   * Keeps track of an open stream until the answer is called; 'session.ended' says when it must close. undefined: the
   * session is no token's. @throws Failure INVALID_TOKEN if the token was revoked meanwhile.
   */
  hold(sessionId: string): (() => void) | undefined;
  /** Ends streams and exports of a token that was revoked. */
  end(id: number): void;
  /** Called by a timer: ends streams of tokens that another process revoked, or whose owner changed. */
  sweep(): Promise<void>;
}

const whoOfToken = (row: TokenRow): Who => ({
  ...whoOf(row),
  sessionId: sessionOf(row.id),
  tokenAccess: row.access,
  tokenName: row.name,
});

export interface ApiTokensOptions {
  db: Db;
  bus: Bus<BusEvents>;
  clock: Clock;
  log: Log;
}

/**
 * API tokens in use. Every request reads its token and the owner again, so that a change counts at once; streams and
 * exports follow within a second.
 */
export const createApiTokens = ({ db, bus, clock, log }: ApiTokensOptions): ApiTokens => {
  const known = new Map<number, Used>();

  const forget = (id: number, code: ErrorCode): void => {
    if (known.delete(id)) bus.emit('session.ended', { sessionId: sessionOf(id), code });
  };

  /** null: the token is valid. */
  const refusal = (row: TokenRow | undefined): ErrorCode | null => {
    if (!row || !may(row.authority, 'create', 'api_tokens')) return 'INVALID_TOKEN';
    return clock.now() >= row.expires_time.getTime() ? 'EXPIRED_TOKEN' : null;
  };

  const countUse = async (row: TokenRow, ip: string): Promise<Who> => {
    const who = whoOfToken(row);
    const now = clock.now();
    const before = known.get(row.id);
    // Streams and exports that were opened with the owner's former rights end.
    if (before && !hasSameRights(before.who, who)) forget(row.id, 'INVALID_TOKEN');
    const used = known.get(row.id) ?? { who, used: now, ip, written: Number.NEGATIVE_INFINITY, holds: 0 };
    known.set(row.id, used);
    const isDue = used.ip !== ip || Math.abs(now - used.written) >= SEEN_EVERY_MS;
    Object.assign(used, { who, ip, used: now });
    if (!isDue) return who;
    used.written = now;
    // Reading continues when the disk is full.
    await saveUse(db, row.id, now, ip).catch((error) => log.warn({ err: error }, "a token's use could not be written"));
    return who;
  };

  const look = async (): Promise<void> => {
    if (known.size === 0) return;
    const rows = await readTokensOf(db, [...known.keys()]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const now = clock.now();
    for (const [id, { who, used, holds }] of [...known]) {
      const row = byId.get(id);
      const code = refusal(row);
      if (code) forget(id, code);
      else if (row && !hasSameRights(who, whoOfToken(row))) forget(id, 'INVALID_TOKEN');
      else if (holds === 0 && Math.abs(now - used) > FORGET_MS) known.delete(id);
    }
  };

  const sweeper = createSweeper(look, {
    everyMs: SWEEP_MS,
    onError: (error) => log.warn({ err: error }, 'API tokens could not be checked'),
  });

  return {
    start: sweeper.start,
    stop: sweeper.stop,
    async authenticate(token, ip) {
      if (!TOKEN.test(token)) throw new Failure('INVALID_TOKEN');
      const row = await findToken(db, hashOf(token));
      const code = refusal(row);
      if (code || !row) throw new Failure(code ?? 'INVALID_TOKEN');
      return countUse(row, ip);
    },
    hold(sessionId) {
      if (!sessionId.startsWith(SESSION)) return undefined;
      const used = known.get(Number(sessionId.slice(SESSION.length)));
      if (!used) throw new Failure('INVALID_TOKEN');
      used.holds++;
      let isHeld = true;
      return () => {
        if (isHeld) used.holds--;
        isHeld = false;
      };
    },
    end: (id) => forget(id, 'INVALID_TOKEN'),
    sweep: sweeper.sweep,
  };
};
