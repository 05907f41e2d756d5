import type { ErrorCode } from '@airdeck/contract/error/code';
import { hasSameRights } from '@airdeck/domain/policy/may';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Who } from '../../platform/http/who.ts';
import type { Log } from '../../platform/log.ts';
import { createSweeper, type Sweeper } from '../../platform/sweeper.ts';
import type { BusEvents } from '../../registry/bus-events.ts';
import { whoOf } from '../../resource/user-rights-queries.ts';
import {
  endSession,
  endSessionOf,
  endSessionsOf,
  findClosing,
  findOpenSessions,
  insertSession,
  type OwnSessionRow,
  readSessions,
  type SessionRow,
  setClosing,
  setSeen,
} from './session-queries.ts';
import type { Tokens } from './token.ts';

export interface SessionsOptions {
  db: Db;
  bus: Bus<BusEvents>;
  clock: Clock;
  log: Log;
  tokens: Tokens;
  newId: () => string;
  /** Longest time without use, and longest time at all. */
  idleMs: number;
  absoluteMs: number;
}

/** Changes of a session by other processes take effect after this long, for requests and for open streams. */
const STALE_MS = 1_000;
const SWEEP_MS = 500;
/** A left page may come back, on a slow machine after a whole navigation, or another tab may still use the session. */
const CLOSING_MS = 60_000;
/** Until then, an open stream may be the leaving page's own, whose end was not noticed yet. */
const LEAVING_MS = 5_000;
const SEEN_EVERY_MS = 60_000;
/** Unused sessions leave the memory. */
const FORGET_MS = 120_000;

interface ActiveSession {
  who: Who;
  expires: number;
  lastUsed: number;
  /** When last_seen_time was written. */
  lastWritten: number;
  /** When the row was read. */
  checked: number;
  closing: number | null;
  /** Open streams. */
  holds: number;
}

const whoOfSession = (row: SessionRow): Who => ({ ...whoOf(row), sessionId: row.id });

/**
 * Sessions in the database, with those in use remembered for a second. What this process ends is over at once; what
 * another one changes, within a second.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #live = new Map<string, ActiveSession>();
  readonly #reading = new Map<string, Promise<ActiveSession>>();
  /** Ended by this process a moment ago: a row that was read before that must not bring them back. */
  readonly #ended = new Map<string, number>();
  readonly #sweeper: Sweeper;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#sweeper = createSweeper(() => this.#sweep(), {
      everyMs: SWEEP_MS,
      onError: (error) => options.log.warn({ err: error }, 'sessions could not be checked'),
    });
  }

  /** Takes up the sessions that were closing at the last stop, and begins to sweep. */
  async start(): Promise<void> {
    const { db } = this.#options;
    const closing = await findClosing(db);
    if (closing.length > 0) this.#takeAll(closing, await readSessions(db, closing));
    this.#sweeper.start();
  }

  stop(): Promise<void> {
    return this.#sweeper.stop();
  }

  /** Opens a session for an authenticated user. */
  async open(userId: number, ip: string): Promise<{ accessToken: string; expires: number }> {
    const { db, clock, newId, absoluteMs, tokens } = this.#options;
    const loginTime = clock.now();
    const id = newId();
    // The token counts in seconds.
    const expires = Math.floor((loginTime + absoluteMs) / 1000) * 1000;
    await insertSession(db, { id, userId, ip, loginTime, expiresTime: expires });
    return { accessToken: await tokens.sign(id, expires), expires };
  }

  /** The session of a token; this counts as use. @throws Failure EXPIRED_TOKEN, INVALID_TOKEN or INVALID_SIGNATURE. */
  async authenticate(token: string): Promise<Who> {
    const id = await this.#options.tokens.verify(token);
    const known = this.#live.get(id);
    const now = this.#options.clock.now();
    // The clock may be set back.
    const live = known && Math.abs(now - known.checked) < STALE_MS ? known : await this.#read(id);
    const code = this.#expiry(live);
    if (code) {
      this.#forget(id, code);
      throw new Failure(code);
    }
    await this.#countUse(id, live);
    return live.who;
  }

  /** Ends a session, its streams included. */
  async end(id: string): Promise<void> {
    await endSession(this.#options.db, id, this.#options.clock.now());
    this.#bury(id);
  }

  /** Ends what a user has open: the role, the organization or the password changed. Of `except` the user is read again. */
  async endAllOf(userId: number, except: string | null = null): Promise<void> {
    const ids = await endSessionsOf(this.#options.db, userId, this.#options.clock.now(), except);
    for (const id of ids) this.#bury(id);
    const kept = except === null ? undefined : this.#live.get(except);
    if (kept) kept.checked = Number.NEGATIVE_INFINITY;
  }

  /** A user's open sessions, newest first. */
  async listOf(userId: number, most: number): Promise<OwnSessionRow[]> {
    const { db, clock, idleMs } = this.#options;
    const time = clock.now();
    return findOpenSessions(db, { userId, time, usedSince: time - idleMs, most });
  }

  /** Ends one session of a user. @throws Failure RESOURCE_NOT_FOUND when it is none of theirs, or is over. */
  async endOf(userId: number, id: string): Promise<void> {
    const isEnded = await endSessionOf(this.#options.db, userId, id, this.#options.clock.now());
    if (!isEnded) throw new Failure('RESOURCE_NOT_FOUND');
    this.#bury(id);
  }

  /** The page was left: the session ends in 60 s, unless it is used again. */
  async close(id: string): Promise<void> {
    const now = this.#options.clock.now();
    await setClosing(this.#options.db, id, now);
    const live = this.#live.get(id);
    if (live) live.closing = now;
  }

  /** Counts as use without a request, for example events of an open stream. */
  touch(id: string): void {
    const live = this.#live.get(id);
    if (live) void this.#countUse(id, live);
  }

  /**
   * An open stream: it keeps the session in use until it is released; 'session.ended' says when it must close. @throws
   * Failure INVALID_TOKEN if the session has already ended.
   */
  hold(id: string): () => void {
    const live = this.#live.get(id);
    if (!live) throw new Failure('INVALID_TOKEN');
    live.holds++;
    let isHeld = true;
    return () => {
      if (isHeld) live.holds--;
      isHeld = false;
    };
  }

  /** Called by a timer: streams of sessions that are over end, and so do sessions whose page was left. */
  sweep(): Promise<void> {
    return this.#sweeper.sweep();
  }

  async #sweep(): Promise<void> {
    const { db, clock, log } = this.#options;
    const now = clock.now();
    const failures: unknown[] = [];
    const isDue = ({ closing }: ActiveSession) => closing !== null && now - closing >= CLOSING_MS;
    // Another process may have ended them, or know of a use.
    const ids = [...this.#live].filter(([, live]) => live.holds > 0 || isDue(live)).map(([id]) => id);
    if (ids.length > 0) this.#takeAll(ids, await readSessions(db, ids));
    for (const [id, live] of [...this.#live]) {
      const code = this.#expiry(live);
      if (code) this.#forget(id, code);
      else if (live.holds > 0) await this.#countStream(id, live, now);
      else if (isDue(live)) await this.end(id).catch((error) => failures.push(error));
      else if (live.closing === null && Math.abs(now - live.checked) > FORGET_MS) this.#live.delete(id);
    }
    // The next sweep tries again.
    if (failures.length > 0) log.warn({ err: failures[0], sessions: failures.length }, 'sessions could not be ended');
    for (const [id, time] of this.#ended) {
      if (Math.abs(now - time) > FORGET_MS) this.#ended.delete(id);
    }
  }

  async #countStream(id: string, live: ActiveSession, now: number): Promise<void> {
    if (live.closing === null || now - live.closing >= LEAVING_MS) await this.#countUse(id, live);
  }

  /** A use that cannot be saved still counts: reading continues when the disk is full. */
  async #countUse(id: string, live: ActiveSession): Promise<void> {
    const { db, clock, log } = this.#options;
    const now = clock.now();
    const isClosing = live.closing !== null;
    const isUnwritten = Math.abs(now - live.lastWritten) >= SEEN_EVERY_MS;
    live.lastUsed = now;
    live.closing = null;
    try {
      if (isClosing) await setClosing(db, id, null);
      if (!isUnwritten) return;
      live.lastWritten = now;
      await setSeen(db, id, now);
    } catch (error) {
      log.warn({ err: error }, "a session's use could not be written");
    }
  }

  /** Reads a session once for all who ask at the same time. */
  #read(id: string): Promise<ActiveSession> {
    const reading = this.#reading.get(id);
    if (reading) return reading;
    const read = (async () => {
      const rows = await readSessions(this.#options.db, [id]);
      this.#takeAll([id], rows);
      const live = this.#live.get(id);
      if (!live) throw new Failure('INVALID_TOKEN');
      return live;
    })().finally(() => this.#reading.delete(id));
    this.#reading.set(id, read);
    return read;
  }

  #takeAll(ids: string[], rows: SessionRow[]): void {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = byId.get(id);
      if (row && this.#isValid(row)) this.#take(row);
      else this.#forget(id, 'INVALID_TOKEN');
    }
  }

  /** A session ends when the user's permissions change. */
  #isValid(row: SessionRow): boolean {
    const who = this.#live.get(row.id)?.who;
    const isSame = !who || hasSameRights(who, whoOfSession(row));
    if (row.is_open && !isSame) {
      // Until that is written the row still looks open, and this process no longer knows its user.
      this.#ended.set(row.id, this.#options.clock.now());
      this.end(row.id).catch((error) => this.#options.log.warn({ err: error }, 'a session could not be ended'));
    }
    return row.is_open && isSame && !this.#ended.has(row.id);
  }

  #take(row: SessionRow): void {
    const known = this.#live.get(row.id);
    const seen = row.last_seen_time.getTime();
    const fresh = {
      who: whoOfSession(row),
      expires: row.expires_time.getTime(),
      checked: this.#options.clock.now(),
      closing: row.closing_time?.getTime() ?? null,
    };
    if (known) Object.assign(known, fresh, { lastUsed: Math.max(known.lastUsed, seen) });
    else this.#live.set(row.id, { ...fresh, lastUsed: seen, lastWritten: seen, holds: 0 });
  }

  #expiry({ expires, lastUsed }: ActiveSession): ErrorCode | null {
    const now = this.#options.clock.now();
    return now >= expires || now - lastUsed >= this.#options.idleMs ? 'EXPIRED_TOKEN' : null;
  }

  #bury(id: string): void {
    this.#ended.set(id, this.#options.clock.now());
    this.#forget(id, 'INVALID_TOKEN');
  }

  #forget(id: string, code: ErrorCode): void {
    if (this.#live.delete(id)) this.#options.bus.emit('session.ended', { sessionId: id, code });
  }
}
