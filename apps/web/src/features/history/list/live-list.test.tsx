// @vitest-environment jsdom
import type { LiveEvent } from '@airdeck/contract/live/event';
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { sampleMeters } from '../testing/sample-meter.ts';
import { samplePage, sampleReading } from '../testing/sample-rows.ts';
import { showHistory } from '../testing/show-history.tsx';

configure({ defaultHidden: true });

let readings = 1;

/** A server with a live stream: sends events and records the requested views. */
function liveServer() {
  fakeApi({
    'GET /api/v1/history/choices': () => ({ body: { meters: sampleMeters() } }),
    'GET /api/v1/history/meter-readings': () => ({ body: samplePage([sampleReading()], readings) }),
  });
  const answered = window.fetch;
  const streams: string[] = [];
  let say: (event: Partial<LiveEvent>) => void = () => undefined;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.startsWith('/api/v1/live')) return answered(url, init);
    streams.push(url);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        say = (event) => controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return { streams, say: (event: object) => act(async () => say(event as LiveEvent)) };
}

const heard = (id: number) => ({ type: 'sensors', time: '2026-11-21T05:30:00Z', meters: [{ id, sensors: [] }] });

beforeEach(async () => {
  readings = 1;
  vi.stubGlobal('scrollTo', () => undefined);
  vi.useFakeTimers({ now: new Date('2026-11-21T14:30:00+09:00'), toFake: ['Date'] });
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows new rows when a meter of the list reports', async () => {
  const { streams, say } = liveServer();
  showHistory('instrument?meter=7');
  await screen.findByText('1건');
  await waitFor(() => expect(streams).toEqual(['/api/v1/live?view=sensor&id=7']));
  readings = 2;
  await say(heard(8));
  readings = 3;
  await say(heard(7));
  await screen.findByText('3건');
});

it('stops when the user pauses it', async () => {
  const { streams, say } = liveServer();
  showHistory('instrument?meter=7');
  await screen.findByText('1건');
  await waitFor(() => expect(streams).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: '실시간' }));
  readings = 2;
  await say(heard(7));
  fireEvent.click(await screen.findByRole('button', { name: '멈춤' }));
  await waitFor(() => expect(streams).toHaveLength(2));
  await say({ type: 'hello', time: '2026-11-21T05:30:00Z' });
  await screen.findByText('2건');
});

it('is not reloaded once more for what came just before it was stopped', async () => {
  const { streams, say } = liveServer();
  showHistory('instrument?meter=7');
  await screen.findByText('1건');
  await waitFor(() => expect(streams).toHaveLength(1));
  const now = Date.now();
  vi.useRealTimers();
  vi.useFakeTimers({ now });
  for (readings of [2, 3]) {
    await say(heard(7));
    await act(() => vi.advanceTimersByTimeAsync(100));
  }
  fireEvent.click(screen.getByRole('button', { name: '실시간' }));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.queryByText('2건')).not.toBeNull();
});

it.each([
  ['a period that is over', 'instrument?meter=7&period=yesterday'],
  ['a later page', 'instrument?meter=7&page=2'],
  ['the oldest first', 'instrument?meter=7&sort=time,ASC'],
])('has no new rows to wait for in %s', async (_, address) => {
  readings = 30;
  const { streams } = liveServer();
  showHistory(address);
  await screen.findByText('30건');
  expect(screen.queryByRole('button', { name: '실시간' })).toBeNull();
  expect(streams).toEqual([]);
});
