// @vitest-environment jsdom
import type { RaisedAlarm } from '@airdeck/contract/live/event';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { tellAlarms } from '../../../lib/live/alarm-events.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { countInTitle, nameTitle } from '../../../lib/title.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { type Burst, useRaisedAlarms } from './use-raised-alarms.ts';

const RAISED = 'GET /api/v1/alarms/raised';
const TIME = '2026-03-02T09:00:00.000Z';
const alarm = (id: number, severity: RaisedAlarm['severity'] = 'MINOR'): RaisedAlarm => ({
  ...{ id, severity, description: 'Air very bad', description_en: null, place: 'Room', place_en: 'Room' },
});

const told: Burst[] = [];
function Watch() {
  useRaisedAlarms((burst) => told.push(burst));
  return null;
}

const nothing = (lastId: number) => ({ last_id: lastId, raised_count: 0, raised: [] as RaisedAlarm[] });
/** Responses of the server in order, the last one repeated: alarms raised after the last known one. */
let missed = [nothing(7)];
let sent: ReturnType<typeof fakeApi>;
const asked = () => sent.map(({ url }) => url.split('?')[1] ?? '');
const pass = (ms = 2_000) => act(() => vi.advanceTimersByTimeAsync(ms));
const hello = () => tellAlarms([{ type: 'hello', time: TIME }]);
const live = (...raised: RaisedAlarm[]) =>
  tellAlarms([
    {
      ...{ type: 'alarms', time: TIME, changed: raised.length, raised_count: raised.length, raised },
      last_id: Math.max(0, ...raised.map(({ id }) => id)),
    },
  ]);
const look = (state: 'visible' | 'hidden') => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);

beforeEach(async () => {
  told.length = 0;
  missed = [nothing(7)];
  beginSession(sampleSession());
  vi.useFakeTimers();
  sent = fakeApi({ [RAISED]: () => ({ body: missed.length > 1 ? missed.shift() : missed[0] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <Watch />
    </QueryClientProvider>,
  );
  hello();
  await pass();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  queryClient.clear();
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('ignores earlier alarms and announces a burst once, by its worst', async () => {
  expect([asked(), told]).toEqual([[''], []]);
  live(alarm(8));
  live(alarm(9, 'CRITICAL'), alarm(10));
  await pass();
  expect(told).toEqual([{ count: 3, worst: alarm(9, 'CRITICAL') }]);
});

test('announces the alarms of a hidden tab together when it is shown again', async () => {
  live(alarm(8));
  await pass();
  look('hidden');
  missed = [{ last_id: 40, raised_count: 32, raised: [alarm(33, 'MAJOR'), alarm(40)] }, nothing(40)];
  await pass(3_600_000);
  look('visible');
  hello();
  hello();
  await pass();
  expect(asked()).toEqual(['', 'after=8', 'after=40']);
  expect(told.slice(1)).toEqual([{ count: 32, worst: alarm(33, 'MAJOR') }]);
});

test('an alarm that was raised just before the tab was hidden waits too, and counts once', async () => {
  live(alarm(8));
  look('hidden');
  await pass();
  expect(told).toEqual([]);
  look('visible');
  missed = [{ last_id: 9, raised_count: 1, raised: [alarm(9, 'MAJOR')] }];
  hello();
  live(alarm(9, 'MAJOR'));
  await pass();
  expect(told).toEqual([{ count: 2, worst: alarm(9, 'MAJOR') }]);
});

test('a server that does not answer is asked again at the next beginning', async () => {
  fakeApi({ [RAISED]: () => ({ status: 503, body: {} }) });
  hello();
  await pass();
  fakeApi({ [RAISED]: () => ({ body: { last_id: 12, raised_count: 1, raised: [alarm(12)] } }) });
  hello();
  await pass();
  expect(told).toEqual([{ count: 1, worst: alarm(12) }]);
});

test("the tab's name carries how many wait", () => {
  nameTitle('Live errors');
  countInTitle(3);
  expect(document.title).toBe('(3) Live errors · Airdeck');
  nameTitle('Office');
  expect(document.title).toBe('(3) Office · Airdeck');
  countInTitle(0);
  expect(document.title).toBe('Office · Airdeck');
});
