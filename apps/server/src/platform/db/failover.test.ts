import { expect, it } from 'vitest';
import { failOver } from '../../testing/failover-run.ts';

it('has every acknowledged frame after the primary was killed and its standby promoted, and devices just wait', async () => {
  const { acknowledged, lost, wrong, isConnected } = await failOver(['kill']);
  expect(acknowledged).toBeGreaterThan(200);
  expect([lost, wrong]).toEqual([[], []]);
  expect(isConnected).toBe(true);
}, 180_000);
