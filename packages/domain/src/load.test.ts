import { expect, it } from 'vitest';

// A rule that throws while it is loaded fails as a test here; elsewhere only a file without tests would fail.
it.each([
  ['channels', () => import('./channel.ts')],
  ['policies', () => import('./policy/policies.ts')],
  ['stored values', () => import('./stored-value.ts')],
  ['units', () => import('./unit.ts')],
])('%s are worked out while they are loaded', async (_, load) => {
  await expect(load()).resolves.toBeDefined();
});
