import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { WallViewer } from '../../platform/http/who.ts';
import type { Log } from '../../platform/log.ts';
import { createSweeper } from '../../platform/sweeper.ts';
import { type Display, readDisplays, saveSeen } from './token-queries.ts';

/** How long a read token counts; open screens are checked more often. */
const FRESH_MS = 1_000;
const SWEEP_MS = 500;
const SEEN_EVERY_MS = MINUTE_MS;
/** Unused tokens leave the memory. */
const FORGET_MS = 2 * MINUTE_MS;

/** 32 random bytes, base64url. */
const TOKEN = /^[\w-]{43}$/;
export const TOKEN_BYTES = 32;

/** The token is random, so a plain hash is enough and quick. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Known {
  display: Display;
  checked: number;
  /** When it was last written down that a screen shows it. */
  written: number;
  /** Called when the token is over, one for each open screen. */
  screens: Set<() => void>;
}

export interface WallTokens {
  start(): void;
  stop(): Promise<void>;
  /** The display of a token; this counts as use. @throws Failure INVALID_TOKEN */
  authenticate(token: string): Promise<WallViewer>;
  /** The present content of the viewer's display. @throws Failure INVALID_TOKEN when its token is over. */
  displayOf(viewer: WallViewer): Display;
  /** A screen that stays open until the answer is called; `onEnd` is called when its token is over. */
  hold(viewer: WallViewer, onEnd: () => void): () => void;
  /** Looks after all open screens at once: an administrator has changed something. */
  sweep(): Promise<void>;
}

/**
 * Tokens of wall displays: a separate kind of session without a user, which opens only its display. Changes by another
 * process apply within a second.
 */
export const createWallTokens = ({ db, clock, log }: { db: Db; clock: Clock; log: Log }): WallTokens => {
  const known = new Map<string, Known>();

  const forget = (key: string): void => {
    const gone = known.get(key);
    known.delete(key);
    for (const onEnd of gone?.screens ?? []) onEnd();
  };

  const take = async (keys: readonly string[]): Promise<void> => {
    const displays = await readDisplays(db, keys);
    const now = clock.now();
    for (const key of keys) {
      const display = displays.get(key);
      const before = known.get(key);
      if (!display) forget(key);
      else if (before) Object.assign(before, { display, checked: now });
      else known.set(key, { display, checked: now, written: Number.NEGATIVE_INFINITY, screens: new Set() });
    }
  };

  const writeSeen = async (keys: readonly string[]): Promise<void> => {
    const now = clock.now();
    const due = keys.filter((key) => Math.abs(now - (known.get(key)?.written ?? now)) >= SEEN_EVERY_MS);
    if (due.length === 0) return;
    for (const key of due) {
      const each = known.get(key);
      if (each) each.written = now;
    }
    // A screen continues even if that cannot be saved.
    await saveSeen(db, due, now).catch((error) => log.warn({ err: error }, 'a wall display could not be noted'));
  };

  const look = async (): Promise<void> => {
    const open = [...known].filter(([, { screens }]) => screens.size > 0).map(([key]) => key);
    if (open.length > 0) await take(open);
    await writeSeen(open.filter((key) => known.has(key)));
    const now = clock.now();
    for (const [key, { screens, checked }] of known) {
      if (screens.size === 0 && Math.abs(now - checked) > FORGET_MS) known.delete(key);
    }
  };

  const sweeper = createSweeper(look, {
    everyMs: SWEEP_MS,
    onError: (error) => log.warn({ err: error }, 'wall displays could not be checked'),
  });

  return {
    start: sweeper.start,
    stop: sweeper.stop,
    async authenticate(token) {
      if (!TOKEN.test(token)) throw new Failure('INVALID_TOKEN');
      const key = hashOf(token).toString('hex');
      const checked = known.get(key)?.checked ?? Number.NEGATIVE_INFINITY;
      if (!(Math.abs(clock.now() - checked) < FRESH_MS)) await take([key]);
      const found = known.get(key);
      if (!found) throw new Failure('INVALID_TOKEN');
      await writeSeen([key]);
      return { displayId: found.display.id, key };
    },
    displayOf({ key }) {
      const found = known.get(key);
      if (!found) throw new Failure('INVALID_TOKEN');
      return found.display;
    },
    hold({ key }, onEnd) {
      const found = known.get(key);
      if (!found) throw new Failure('INVALID_TOKEN');
      found.screens.add(onEnd);
      return () => found.screens.delete(onEnd);
    },
    // A read in progress may have seen the state before the change.
    sweep: async () => {
      await sweeper.settled();
      await sweeper.sweep();
    },
  };
};
