import { createTokens } from '../../features/session/token.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { loadTokenKey } from '../../platform/installation-keys.ts';
import { systemRandom } from '../../platform/random.ts';
import { createAsk } from './ask.ts';
import { createComparisons, type FactsReport } from './comparisons.ts';
import { compareHistory } from './history-facts.ts';
import { compareAlarms, compareLive } from './live-facts.ts';
import { closeSessions, openSessions } from './session-queries.ts';

const LANGUAGES = ['ko', 'en'] as const;
/** Sessions that a killed command leaves behind end by themselves; ms. */
const SESSION_MS = 15 * 60_000;

export interface CheckFactsOptions {
  db: Db;
  dataDir: string;
  /** Address of the running server. */
  url: string;
  /** Keys of the environment; none: the one of the data directory signs. */
  tokenKeys?: readonly Uint8Array[];
  clock: Clock;
  signal: AbortSignal;
  progress(text: string): void;
}

/**
 * Asks a running server for the same places and periods at all addresses and files that show them, as a user of each
 * role and in both languages, and compares the answers. It reads with sessions of its own, which it closes.
 * @throws UnreachableError
 */
export const checkFacts = async (options: CheckFactsOptions): Promise<FactsReport> => {
  const { db, dataDir, url, clock, signal, progress } = options;
  const compare = createComparisons();
  const now = clock.now();
  const tokens = createTokens(loadTokenKey(dataDir, systemRandom, options.tokenKeys).key, clock);
  const sessions = await openSessions(db, now, now + SESSION_MS);
  try {
    for (const { id, authority } of sessions) {
      const token = await tokens.sign(id, now + SESSION_MS);
      for (const language of LANGUAGES) {
        const who = `${authority} (${language})`;
        progress(who);
        const ask = createAsk(url, token, language, signal);
        await compareLive(ask, compare, who);
        await compareAlarms(ask, compare, who);
        await compareHistory(ask, compare, who, now);
      }
    }
  } finally {
    await closeSessions(db, sessions);
  }
  return compare.report();
};
