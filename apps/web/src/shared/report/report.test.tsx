// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { beginSession } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { Snackbars } from '../../ui/snackbars.tsx';
import { PlaceReports } from './place-reports.tsx';
import { ReportButton } from './report-button.tsx';

const WARD = { kind: 'department', id: 7, name: '3병동' } as const;
const SEND = 'POST /api/v1/alarms/reports';
const LIST = 'GET /api/v1/alarms';

const show = (answers: Parameters<typeof fakeApi>[0]) => {
  const sent = fakeApi(answers);
  const Screen = () => (
    <>
      <ReportButton place={WARD} />
      <PlaceReports place={WARD} />
    </>
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen, notFoundComponent: Screen }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Snackbars>
        <RouterProvider router={router as never} />
      </Snackbars>
    </QueryClientProvider>,
  );
  return { reports: () => sent.filter(({ method }) => method === 'POST'), sent };
};
const write = async (text: string) => {
  fireEvent.click(await screen.findByRole('button', { name: '신고' }));
  fireEvent.change(await screen.findByRole('textbox', { name: /내용/ }), { target: { value: text } });
};
const send = () => fireEvent.click(screen.getByRole('button', { name: '보내기' }));
const noReports = { [LIST]: () => ({ body: { content: [], totalElements: 0 } }) };

beforeAll(() => speakInTests('ko'));
beforeEach(() => beginSession(sampleSession()));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a report names its place, kind and text; the dialog closes when it is sent', async () => {
  const { reports } = show({ ...noReports, [SEND]: () => ({ body: {} }) });
  await write('병동에서 냄새가 나요');
  expect(screen.getByRole('dialog', { name: '현장 신고' }).textContent).toContain('3병동');
  fireEvent.click(screen.getByRole('radio', { name: '참고 메모' }));
  send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { key, ...body } = (reports()[0]?.body ?? {}) as Record<string, unknown>;
  expect(body).toEqual({ place_kind: 'department', place_id: 7, kind: 'NOTE', text: '병동에서 냄새가 나요' });
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
});

test('an empty report is not sent', async () => {
  const { reports } = show(noReports);
  await write('  ');
  send();
  expect(await screen.findByText('필수 입력 항목입니다.')).toBeTruthy();
  expect(reports()).toEqual([]);
});

test('a report whose answer was lost is sent again with the same key, and the text is still there', async () => {
  const answers = [
    { status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: '서버 오류', errors: {} } },
    { body: {} },
  ];
  const { reports } = show({ ...noReports, [SEND]: () => answers.shift() ?? { body: {} } });
  await write('창문이 깨졌어요');
  send();
  expect((await screen.findByRole('alert')).textContent).toContain('서버 오류');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /내용/ }).value).toBe('창문이 깨졌어요');
  send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const keys = reports().map(({ body }) => (body as { key: string }).key);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('open reports of the place say what, where, who reported it and who takes care of it', async () => {
  const report = {
    ...{
      id: 31,
      source: 'REPORT',
      code: 'R001',
      severity: 'WARNING',
      detail: '냄새',
      occured_time: '2026-03-01T00:00:00Z',
    },
    ...{ department_name: '3병동', meter_name: null, reported_login: 'lee', acknowledged_login: 'kim' },
  };
  const { sent } = show({ [LIST]: () => ({ body: { content: [report], totalElements: 3 } }) });
  const link = await screen.findByRole('link', { name: /냄새/ });
  expect(link.textContent).toMatch(/3병동 · lee님이 신고 · kim님이 처리 중/);
  expect(link.getAttribute('href')).toContain('open=31');
  expect(screen.getByRole('link', { name: '신고 2건 더 보기' }).getAttribute('href')).toContain('departmentId=7');
  expect(sent[0]?.url).toContain('departmentId=7');
});
