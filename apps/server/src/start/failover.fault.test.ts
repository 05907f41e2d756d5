import { expect, it } from 'vitest';
import { failOver } from '../testing/failover-run.ts';

it('has every acknowledged frame after twenty primaries were killed or did not answer any more', async () => {
  const ways = Array.from({ length: 20 }, (_, round) => (round % 4 === 3 ? 'freeze' : 'kill'));
  const { acknowledged, lost, wrong, back, isConnected } = await failOver(ways);
  console.log(`${acknowledged} frames acknowledged; from a promotion to the next one, ms: ${back.join(' ')}`);
  expect([lost, wrong]).toEqual([[], []]);
  expect(isConnected).toBe(true);
}, 900_000);
