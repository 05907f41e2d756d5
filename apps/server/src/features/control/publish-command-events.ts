import type { CommandEvent } from '../../feed/entry.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Tx } from '../../platform/db/pool.ts';

/** Publishes changed commands in the transaction of the change; call `feed.wake('command')` after its commit. */
export const publishCommandEvents = (
  feed: Pick<FeedWriter, 'append'>,
  tx: Tx,
  words: readonly CommandEvent[],
): Promise<void> =>
  feed.append(
    tx,
    words.map((command) => ({ kind: 'command', command })),
  );
