// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MONITORING_SCREENS, screenAddress } from '../features/monitoring/address/screen.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { startTexts } from '../lib/i18n/i18n.ts';
import { beginSession, endSession } from '../lib/session/session-store.ts';
import { sampleSession } from '../testing/sample-user.ts';
import { requestFirstAnswers } from './early-requests.ts';
import { MONITORING_ROUTES } from './routes/screen-routes.tsx';

let requested: string[] = [];

beforeEach(() => {
  // Early answers have an age, and loading the texts takes long on a busy machine.
  vi.useFakeTimers({ toFake: ['Date'] });
  requested = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    return new Response('{"meters":[],"items":[],"purifiers":[]}');
  });
});
afterEach(() => {
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each(
  MONITORING_SCREENS.flatMap(
    (screen) =>
      [
        [screen, undefined],
        [screen, '3'],
      ] as const,
  ),
)('%s %s asks what was requested early, and nothing else', async (screen, id) => {
  beginSession(sampleSession({ authority: 'SUPER_ADMIN', language: 'en' }));
  requestFirstAnswers(screenAddress(screen, id === undefined ? undefined : Number(id)));
  const early = [...requested];
  await startTexts();
  await MONITORING_ROUTES[MONITORING_SCREENS.indexOf(screen)]?.prefetch(id, false);
  expect(early).toHaveLength(2);
  // The screen of a meter also asks for its purifiers.
  const more = screen === 'sensor' && id !== undefined ? ['/api/v1/monitoring/purifiers?id=3'] : [];
  expect(requested).toEqual([...early, ...more]);
});

test.each(['/monitoring', '/monitoring/meter/x', '/monitoring/none', '/current/error/liveerror'])(
  '%s requests nothing early',
  (path) => {
    requestFirstAnswers(path);
    expect(requested).toEqual([]);
  },
);
