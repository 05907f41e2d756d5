// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../lib/api/query-client.ts';
import { queryKey } from '../lib/api/query-keys.ts';
import { beginSession, endSession } from '../lib/session/session-store.ts';
import { sampleSession } from '../testing/sample-user.ts';

afterEach(() => {
  endSession();
  queryClient.clear();
});

test('the data of one person are requested again for the next, and not while Login loads', async () => {
  // Loaded at login; it subscribes when it is imported.
  await import('./console.tsx');
  const ask = vi.fn(async () => 'cards of the first');
  const screen = new QueryObserver(queryClient, {
    queryKey: queryKey('monitoring', 'cards'),
    queryFn: ask,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const draw = () => screen.setOptions({ ...screen.options });
  beginSession(sampleSession());
  const unmount = screen.subscribe(() => undefined);
  await vi.waitFor(() => expect(screen.getCurrentResult().data).toBe('cards of the first'));
  endSession();
  draw();
  unmount();
  expect(ask).toHaveBeenCalledTimes(1);
  // Another one at the same tab.
  beginSession(sampleSession());
  expect(queryClient.getQueryData(queryKey('monitoring', 'cards'))).toBeUndefined();
});
