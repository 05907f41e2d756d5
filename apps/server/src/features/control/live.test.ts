import type { LiveEvent } from '@airdeck/contract/live/event';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { emptySnapshot } from '../../registry/snapshot.ts';
import { openFeed, tell } from '../../testing/feed-rig.ts';
import { testClock } from '../../testing/test-clock.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createControlLive } from './live.ts';

test('asks open pages to load again when it may have missed changes of commands', async () => {
  const database = await testDatabase();
  const { feed, close } = await openFeed(database.url);
  const told: (LiveEvent | null)[] = [];
  const live = createControlLive({
    feed,
    registry: { snapshot: emptySnapshot },
    clock: testClock(0),
    broadcast: (eventFor) => told.push(eventFor({ reach: 'own', organizationId: 1 })),
  });
  try {
    await live.start();
    const command = { commandId: 1, organizationId: 1, meterId: 1, purifierId: 1, state: 'REQUESTED' } as const;
    await tell(database.db, feed, [{ kind: 'command', command }]);
    await expect.poll(() => told).toMatchObject([{ type: 'commands', changed: 1 }]);
    await database.db.query(sql`update feed_ring set horizon = pg_current_xact_id()`);
    feed.wake('command');
    await expect.poll(() => told[1]).toMatchObject({ type: 'hello' });
  } finally {
    await live.stop();
    await close();
    await database.close();
  }
});
