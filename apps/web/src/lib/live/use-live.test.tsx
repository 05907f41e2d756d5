// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLive } from './use-live.ts';

const fetchStream = vi.fn<typeof fetch>();

beforeEach(() => {
  fetchStream.mockReset();
  fetchStream.mockImplementation(async () => new Response(new ReadableStream()));
  vi.stubGlobal('fetch', fetchStream);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = () => renderHook(() => useLive({ view: 'sensor', id: 7 }, () => undefined));
const asked = () => fetchStream.mock.calls.map(([url]) => String(url));

test('a stream begins when its screen has had time to ask for what it shows', async () => {
  show();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(400);
  expect(asked()).toEqual(['/api/v1/live?view=sensor&id=7']);
});

test('a screen that was only on the way has none', async () => {
  const { unmount } = show();
  await vi.advanceTimersByTimeAsync(100);
  unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toEqual([]);
});
