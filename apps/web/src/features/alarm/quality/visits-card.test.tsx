// @vitest-environment jsdom
import type { Visit } from '@airdeck/contract/device/visits';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { VisitsCard } from './visits-card.tsx';

const PATH = 'GET /api/v1/sensor-health/visits';
const since = '2026-03-18';
const visits: Visit[] = [
  {
    ...{ meter_id: 7, name: '1층 로비', above: ['한빛초등학교', '본관', '1층'] },
    reasons: [
      { reason: 'NEIGHBOURS', type: 'PM2.5', seen: 38.2, usual: 12.4, since },
      { reason: 'PM_ORDER', type: 'PM2.5', seen: 0.63, usual: 0.2, since },
      { reason: 'CERTIFICATE_ENDS', due: '2026-03-17', is_over: true },
      { reason: 'CALIBRATION_DUE', due: '2026-04-02', is_over: false },
    ],
  },
];

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (organizationId?: number) => {
  const root = createRootRoute({ component: () => <VisitsCard organizationId={organizationId} /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

test('lists each meter with its reasons and what to do', async () => {
  const sent = fakeApi({ [PATH]: () => ({ body: { visits } }) });
  show(2);
  const link = await screen.findByRole('link', { name: '1층 로비' });
  expect(link.getAttribute('href')).toBe('/monitoring/sensor/7');
  const text = screen.getByRole('listitem').textContent;
  expect(text).toContain('한빛초등학교 › 본관 › 1층');
  expect(text).toMatch(/PM2\.5 38\.2 µg\/m³, 보통 12\.4 µg\/m³\. 청소하거나 교정하세요\. 2026-03-18부터/);
  expect(text).toContain('밤 시간의 63 %');
  expect(text).toContain('성능인증 유효기한이 2026-03-17에 지났습니다.');
  expect(text).toContain('2026-04-02까지 교정해야 합니다');
  expect(sent[0]?.url).toContain('organizationId=2');
});

test('says that no meter needs a visit', async () => {
  fakeApi({ [PATH]: () => ({ body: { visits: [] } }) });
  show();
  await screen.findByText('찾아가 볼 측정기가 없습니다');
});
