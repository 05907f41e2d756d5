import type { FeedWriter } from '../feed/feed.ts';
import { appendFeed } from '../feed/feed-queries.ts';

/** Writes the feed as the product does, and wakes no follower. */
export const quietFeed: FeedWriter = { append: appendFeed, wake: () => undefined };
