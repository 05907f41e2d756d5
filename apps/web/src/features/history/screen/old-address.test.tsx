// @vitest-environment jsdom
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { sampleMeters } from '../testing/sample-meter.ts';
import { samplePage } from '../testing/sample-rows.ts';
import { showHistory } from '../testing/show-history.tsx';

configure({ defaultHidden: true });

const API = 'GET /api/v1/history';
const choices = { [`${API}/choices`]: () => ({ body: { meters: sampleMeters() } }) };

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

it.each(['list', 'graph'])('of a deleted or hidden meter says so and sends no request: %s', async (view) => {
  const sent = fakeApi(choices);
  showHistory(`sensorcur?meter=999&view=${view}`);
  await screen.findByText('먼저 측정기나 센서를 골라 주세요');
  expect(screen.getByText(/^항목을 찾을 수 없습니다/)).toBeDefined();
  expect(screen.queryByText(/아래는 아직/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Excel / CSV' }).disabled).toBe(true);
  expect(sent.map(({ url }) => url).filter((url) => /history\/(?!choices$)/.test(url))).toEqual([]);
});

it('with a type that the meter does not measure lists its sensors all the same', async () => {
  const sent = fakeApi({ ...choices, [`${API}/sensor-readings`]: () => ({ body: samplePage([]) }) });
  showHistory('sensorcur?meter=7&type=HCHO');
  await waitFor(() => expect(sent.some(({ url }) => url.includes('/sensor-readings?'))).toBe(true));
  expect(sent.filter(({ url }) => url.includes('type=')).map(({ url }) => url)).toEqual([]);
});
