import { expect, it } from 'vitest';

// A rule that throws on import fails here as a test; elsewhere it would only fail as a file without tests.
it.each([
  ['channels', () => import('./channel.ts')],
  ['policies', () => import('./policy/policies.ts')],
  ['stored values', () => import('./stored-value.ts')],
  ['units', () => import('./unit.ts')],
])('%s are computed on import', async (_, load) => {
  await expect(load()).resolves.toBeDefined();
});
