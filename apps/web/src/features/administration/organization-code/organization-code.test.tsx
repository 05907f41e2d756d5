// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { ORGANIZATION } from '../entities/places.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { anyDefinition } from '../model/definition.ts';
import { AliasesDialog } from './aliases-dialog.tsx';

const organization = {
  ...{ id: 7, version: 3, code: '10000001', name: '한빛초등학교', name_en: null, address: null, email: null },
  ...{ phone: null, description: null, ip: null, latitude: null, longitude: null, time_zone: 'Asia/Seoul' },
  ...{
    use: 'Y',
    user_control: 'Y',
    require_second_factor: 'N',
    office_count: 1,
    department_count: 2,
    meter_count: 3,
    user_count: 4,
  },
  ...{ created_time: '2026-03-02T00:00:00.000Z', updated_time: '2026-03-02T00:00:00.000Z' },
};
const codes = {
  ...{ device_count: 12, user_count: 4, local_server_count: 1 },
  aliases: [{ code: '10000009', device_count: 2 }],
};
const may = { add: true, edit: true, remove: true };
const router = createRouter({ routeTree: createRootRoute() });

const show = (content: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterContextProvider router={router}>{content}</RouterContextProvider>
      </SnackbarProvider>
    </QueryClientProvider>,
  );
const showForm = () =>
  show(
    <FormDialog
      {...{ definition: anyDefinition(ORGANIZATION), item: organization, may, onRemove: undefined }}
      onAdded={() => undefined}
      onClose={() => undefined}
    />,
  );
const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^기관 코드|^코드/ });

beforeEach(async () => {
  await speakInTests('ko');
  beginSession(sampleSession({ authority: 'SUPER_ADMIN' }));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test('another code is saved after it was typed again, beside the counts of those that use the present one', async () => {
  const sent = fakeApi({
    'GET /api/v1/organizations/7/codes': () => ({ body: codes }),
    'PUT /api/v1/organizations/7': () => ({ body: { ...organization, code: '10000002', version: 4 } }),
  });
  showForm();
  fireEvent.change(codeField(), { target: { value: '10000002' } });
  fireEvent.click(screen.getByRole('button', { name: '저장' }));
  const question = within(await screen.findByRole('alertdialog', { name: '기관 코드를 바꾸시겠습니까?' }));
  await question.findByText('기기 12대');
  question.getByText('사용자 4명');
  question.getByText('로컬 서버 1대');
  const confirm = question.getByRole<HTMLButtonElement>('button', { name: '변경' });
  const typed = question.getByRole('textbox', { name: '확인을 위해 새 코드 “10000002” 입력' });
  fireEvent.change(typed, { target: { value: '10000001' } });
  expect(confirm.disabled).toBe(true);
  fireEvent.change(typed, { target: { value: '10000002' } });
  expect(confirm.disabled).toBe(false);
  fireEvent.click(confirm);
  await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1));
});

test('an organization administrator sees the code and cannot change it', () => {
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
  fakeApi({});
  showForm();
  expect(codeField().value).toBe('10000001');
  expect(codeField().disabled || codeField().readOnly).toBe(true);
});

test('a former code is ended after a question that counts the devices that still use it', async () => {
  const sent = fakeApi({
    'GET /api/v1/organizations/7/codes': () => ({ body: codes }),
    'DELETE /api/v1/organizations/7/codes/10000009': () => ({ body: {} }),
  });
  show(<AliasesDialog item={organization} may={may} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: '이전 코드 10000009 종료' }));
  const question = within(await screen.findByRole('alertdialog', { name: '이전 코드 10000009 종료' }));
  question.getByText('최근 7일 동안 쓴 기기 2대');
  fireEvent.click(question.getByRole('button', { name: '종료' }));
  await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
});
