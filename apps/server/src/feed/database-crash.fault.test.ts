import { expect, test } from 'vitest';
import { CRASHES, openCrashingFeed } from '../testing/crashing-feed.ts';

const ROUNDS = 20;

test(`${ROUNDS} crashes of the database, transaction ids reused after each: no row is missed or handled twice`, async () => {
  const feed = await openCrashingFeed();
  try {
    const missed: string[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      missed.push((await feed.crash(CRASHES[round % CRASHES.length] ?? 'child')).missed);
    }
    const rounds = missed.filter((each) => each.length > 0).length;
    console.log(`rows were missed in ${rounds} of ${ROUNDS} rounds: ${missed.map((each) => each.join('+') || '-')}`);
    expect(rounds).toBe(0);
    expect(await feed.handled()).toEqual(Array.from({ length: 3 * ROUNDS }, (_, i) => i + 1));
  } finally {
    await feed.close();
  }
}, 600_000);
