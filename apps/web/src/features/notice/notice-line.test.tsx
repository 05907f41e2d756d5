// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { NoticeLine } from './notice-line.tsx';
import { dismissNotices } from './running-notices.ts';

const notice = (id: number, content: string, over: object = {}) => ({
  ...{ id, content, display_at_bottom: 'Y', organization_id: 2, organization_name: '한빛초등학교', version: 1 },
  ...{ created_time: '2026-03-02T00:00:00.000Z', updated_time: '2026-03-02T00:00:00.000Z' },
  ...over,
});

const show = (...content: ReturnType<typeof notice>[]) => {
  const sent = fakeApi({
    'GET /api/v1/notices': () => ({ body: { content, totalPages: 1, totalElements: content.length } }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <NoticeLine />
    </QueryClientProvider>,
  );
  return sent;
};
const again = (...content: ReturnType<typeof notice>[]) => {
  cleanup();
  queryClient.clear();
  return show(...content);
};
const line = () => screen.findByRole('region', { name: '공지' });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  dismissNotices([]);
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('notices of the bottom run one after the other, are stepped through, and are announced once', async () => {
  const sent = show(notice(2, '둘째'), notice(1, '첫째'));
  const region = await line();
  expect(sent[0]?.url).toBe('/api/v1/notices?display_at_bottom=Y&size=20');
  expect(within(region).getByText('둘째')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('둘째\n첫째');
  press('다음 공지');
  expect(within(region).getByText('첫째')).toBeDefined();
  press('이전 공지');
  expect(within(region).getByText('둘째')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('둘째\n첫째');
});

test('the line stands still when asked to, and runs again', async () => {
  show(notice(1, '첫째'));
  const region = await line();
  expect(region.dataset.still).toBeUndefined();
  press('공지 멈추기');
  expect(region.dataset.still).toBe('true');
  press('공지 다시 흐르기');
  expect(region.dataset.still).toBeUndefined();
});

test('with reduced motion nothing moves, and there is nothing to pause', async () => {
  const matches = (query: string) => query.includes('prefers-reduced-motion');
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: matches(query), addEventListener: () => undefined, removeEventListener: () => undefined },
  }));
  show(notice(2, '둘째'), notice(1, '첫째'));
  const region = await line();
  expect(region.dataset.still).toBe('true');
  expect(screen.queryByRole('button', { name: '공지 멈추기' })).toBeNull();
  expect(screen.getByRole('button', { name: '다음 공지' })).toBeDefined();
});

test('a press shows all of them in full', async () => {
  show(notice(2, '둘째\n두 줄'), notice(1, '첫째', { organization_id: 3, organization_name: '서울중앙병원' }));
  const region = await line();
  expect(within(region).getByText(/\[한빛초등학교\] 둘째/)).toBeDefined();
  fireEvent.click(within(region).getByTitle('공지 모두 보기'));
  const dialog = await screen.findByRole('dialog', { name: '공지' });
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(2);
  expect(within(dialog).getByText(/서울중앙병원/)).toBeDefined();
});

test('a notice to all organizations is marked in the line and in the dialog', async () => {
  show(notice(1, '전체 점검', { organization_id: null, organization_name: null }));
  const region = await line();
  expect(within(region).getByText('[모든 기관] 전체 점검')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('[모든 기관] 전체 점검');
  fireEvent.click(within(region).getByTitle('공지 모두 보기'));
  const dialog = await screen.findByRole('dialog', { name: '공지' });
  expect(within(dialog).getByText(/모든 기관/)).toBeDefined();
});

test('a dismissed notice stays hidden until it is edited, or a new one arrives', async () => {
  show(notice(1, '첫째'));
  await line();
  press(/^공지 숨기기/);
  await waitFor(() => expect(screen.queryByRole('region', { name: '공지' })).toBeNull());
  const sent = again(notice(1, '첫째'));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('region', { name: '공지' })).toBeNull();
  again(notice(2, '둘째'), notice(1, '첫째'));
  expect(within(await line()).getByText('둘째')).toBeDefined();
  again(notice(1, '고침', { version: 2 }));
  expect(within(await line()).getByText('고침')).toBeDefined();
});
