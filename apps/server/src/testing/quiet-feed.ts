import type { FeedWriter } from '../feed/feed.ts';
import { appendFeed } from '../feed/feed-queries.ts';

/** Writes the feed like the product, without waking followers. */
export const quietFeed: FeedWriter = { append: appendFeed, wake: () => undefined };
