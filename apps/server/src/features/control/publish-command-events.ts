import type { CommandEvent } from '../../feed/entry.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Tx } from '../../platform/db/pool.ts';

/** Publishes commands that got another state, in the transaction that gave it; `feed.wake('command')` comes after its commit. */
export const publishCommandEvents = (
  feed: Pick<FeedWriter, 'append'>,
  tx: Tx,
  words: readonly CommandEvent[],
): Promise<void> =>
  feed.append(
    tx,
    words.map((command) => ({ kind: 'command', command })),
  );
