// @vitest-environment jsdom
import type { HealthProblem } from '@airdeck/contract/health/routes';
import { getMe } from '@airdeck/contract/user/own-routes';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { onRetry } from '../../lib/live/connection.ts';
import { tellLive } from '../../lib/live/live-state.ts';
import { beginSession, endSession } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession, sampleUser } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { LASTING_MS } from './connection-notice.tsx';
import { HEALTH_EVERY_MS, ShellNotices } from './shell-notices.tsx';

const HEALTH = 'GET /api/v1/health/ready';
const health = (...problems: HealthProblem[]) =>
  problems.length === 0 ? { body: { status: 'ok', problems } } : { status: 503, body: { status: 'failing', problems } };
const busy = { status: 429, body: { code: 'TOO_MANY_REQUESTS', message: 'busy', errors: {} } };

const show = (children: React.ReactNode = null) =>
  render(
    <QueryClientProvider client={queryClient}>
      <ShellNotices />
      {children}
    </QueryClientProvider>,
  );
/** The library notifies components of answers by its own timer. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 10));
/** Texts of the live regions. */
const said = (): string[] =>
  screen
    .getAllByRole('status')
    .map((region) => region.textContent)
    .filter((text) => text !== '');
const look = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  window.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(async () => {
  await speakInTests('en');
  beginSession(sampleSession());
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  look('visible');
  vi.restoreAllMocks();
  queryClient.clear();
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('shows a full disk in one line, until there is room', async () => {
  let answer = health();
  fakeApi({ [HEALTH]: () => answer });
  show();
  await pass(0);
  expect(said()).toEqual([]);
  answer = health('DISK_FULL', 'READINGS_NOT_STORED');
  await pass(HEALTH_EVERY_MS);
  expect(said()).toEqual([
    "The server's disk is full. Stored readings can be viewed; new readings wait at the devices until there is space.",
  ]);
  answer = health('READINGS_NOT_STORED');
  await pass(HEALTH_EVERY_MS);
  expect(said()).toEqual([expect.stringContaining('cannot store new readings now')]);
  answer = health();
  await pass(HEALTH_EVERY_MS);
  expect(said()).toEqual([]);
});

test('in Korean too', async () => {
  await speakInTests('ko');
  fakeApi({ [HEALTH]: () => health('DISK_FULL') });
  show();
  await pass(0);
  expect(said()).toEqual([
    '서버의 디스크가 가득 찼습니다. 이미 측정된 값은 볼 수 있으며, 새 측정값은 공간이 생길 때까지 기기에서 대기합니다.',
  ]);
});

test.each([
  ['other problems', health('DATABASE_AWAY')],
  ["a proxy's 503", { status: 503, body: { message: 'no upstream' } }],
  ['no health at all', { status: 502, body: null }],
])('%s are not told here: the screens say so themselves', async (_, answer) => {
  fakeApi({ [HEALTH]: () => answer });
  show();
  await pass(HEALTH_EVERY_MS);
  expect(said()).toEqual([]);
});

test('it asks every 30 s while the page is looked at, and not while it is hidden', async () => {
  const sent = fakeApi({ [HEALTH]: () => health() });
  show();
  await pass(0);
  await pass(HEALTH_EVERY_MS * 2);
  expect(sent).toHaveLength(3);
  look('hidden');
  await pass(HEALTH_EVERY_MS * 10);
  expect(sent).toHaveLength(3);
  look('visible');
  await pass(0);
  expect(sent).toHaveLength(4);
});

function Name() {
  const { data, error } = useQuery(routeQuery(getMe, {}));
  return <p>{error?.message ?? data?.name ?? 'waiting'}</p>;
}

test('retries a busy server, and says so after the second time', async () => {
  let isBusy = true;
  const me = 'GET /api/v1/users/me';
  const sent = fakeApi({
    [HEALTH]: () => health(),
    [me]: () => (isBusy ? busy : { body: sampleUser({ name: 'Kim' }) }),
  });
  const asked = () => sent.filter(({ url }) => url.endsWith('/users/me')).length;
  show(<Name />);
  await pass(0);
  expect([asked(), said()]).toEqual([1, []]);
  await pass(1_000);
  expect([asked(), said()]).toEqual([2, ['The server is busy. Trying again.']]);
  await pass(2_000 + 4_000);
  expect([asked(), said()]).toEqual([4, ['The server is busy. Trying again.']]);
  isBusy = false;
  await pass(8_000);
  expect(said()).toEqual([]);
  expect(screen.getByText('Kim')).toBeDefined();
});

test('shows when a notice ends', async () => {
  const sent = fakeApi({ [HEALTH]: () => health(), 'GET /api/v1/users/me': () => busy });
  show(<Name />);
  await pass(120_000);
  expect(sent.filter(({ url }) => url.endsWith('/users/me'))).toHaveLength(7);
  expect(screen.getByText('busy')).toBeDefined();
  expect(said()).toEqual([]);
});

const goOffline = (isOffline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline);
  window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
};

test('while offline it says since when the screen is old, and no longer when a stream stands again', async () => {
  fakeApi({ [HEALTH]: () => health() });
  vi.setSystemTime(new Date(2026, 2, 2, 9, 0, 10));
  act(() => tellLive('open'));
  show();
  await pass(0);
  expect(said()).toEqual([]);
  vi.setSystemTime(new Date(2026, 2, 2, 9, 0, 40));
  act(() => {
    goOffline(true);
    tellLive('lost');
  });
  expect(said()).toEqual(['You are offline. You see values received until 09:00:10.Try again']);
  act(() => tellLive('open'));
  expect(said()).toEqual([]);
  act(() => goOffline(false));
  expect(said()).toEqual([]);
});

test('a connection that is restored at once is not worth a word; one that is not can be tried again', async () => {
  fakeApi({ [HEALTH]: () => health() });
  const retried = vi.fn();
  const stop = onRetry(retried);
  act(() => tellLive('open'));
  show();
  await pass(0);
  act(() => tellLive('lost'));
  await pass(LASTING_MS - 1_000);
  act(() => tellLive('open'));
  await pass(LASTING_MS);
  expect(said()).toEqual([]);
  act(() => tellLive('lost'));
  await pass(LASTING_MS);
  expect(said()).toEqual([expect.stringContaining('The connection to the server broke and is being restored')]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retried).toHaveBeenCalledOnce();
  act(() => tellLive('open'));
  stop();
});
