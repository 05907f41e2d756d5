import { expect, test } from 'vitest';
import { CRASHES, openCrashingFeed } from '../testing/crashing-feed.ts';

test.each(CRASHES)(
  'does not miss a row whose transaction id was passed before the database crashed: %s killed',
  async (kind) => {
    const feed = await openCrashingFeed();
    try {
      expect(await feed.crash(kind)).toEqual({ missed: [] });
      expect(await feed.handled()).toEqual([1, 2, 3]);
    } finally {
      await feed.close();
    }
  },
);
