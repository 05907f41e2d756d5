// @vitest-environment jsdom

import type { ManagedUser } from '@airdeck/contract/user/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { anyDefinition } from '../model/definition.ts';
import { ErasureDialog } from './personal-data-dialogs.tsx';
import { LinkDialog } from './user-dialogs.tsx';
import { USER } from './users.tsx';

const router = createRouter({ routeTree: createRootRoute() });
const welcome = (mail: boolean) => ({
  'GET /api/v1/welcome': () => ({ body: { version: '1', demo_roles: [], email_domains: [], mail } }),
});
const show = (children: React.ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterContextProvider router={router}>{children}</RouterContextProvider>
      </SnackbarProvider>
    </QueryClientProvider>,
  );
const showForm = () =>
  show(
    <FormDialog
      definition={anyDefinition(USER)}
      item={null}
      may={{ add: true, edit: true, remove: true }}
      onRemove={undefined}
      onAdded={() => undefined}
      onClose={() => undefined}
    />,
  );
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const INVITE = { name: '비밀번호 설정 링크를 메일로 보내기' };

beforeEach(async () => {
  await speakInTests('ko');
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test('offers the mail, switched on, once there is an e-mail, and sends the choice', async () => {
  const sent = fakeApi(welcome(true));
  showForm();
  expect(screen.queryByRole('checkbox', INVITE)).toBeNull();
  type(/^이메일/, 'kim@example.com');
  const box = await screen.findByRole<HTMLInputElement>('checkbox', INVITE);
  expect(box.checked).toBe(true);
  fireEvent.click(box);
  type(/^아이디/, 'desk.kim');
  type(/^이름/, '김수');
  fireEvent.click(screen.getByRole('button', { name: '저장' }));
  fireEvent.click(await screen.findByRole('button', { name: '추가' }));
  await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ mail: 'N' }));
});

test('offers no mail where the installation sends none', async () => {
  const sent = fakeApi(welcome(false));
  showForm();
  type(/^이메일/, 'kim@example.com');
  await waitFor(() => expect(sent.map(({ url }) => url)).toContain('/api/v1/welcome'));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('checkbox', INVITE)).toBeNull();
});

test('the link of an invited user names the address that the mail goes to', () => {
  fakeApi({});
  const link = { token: 't', expires_time: '2026-03-02T00:00:00.000Z' };
  show(<LinkDialog name="김수" link={link} mailedTo="kim@example.com" onClose={() => undefined} />);
  expect(screen.getByText(/kim@example\.com/)).toBeDefined();
});

test('erases a person only when their id is typed, and shows what is removed', async () => {
  const counts = [
    { kind: 'logins', count: 12 },
    { kind: 'photos', count: 0 },
  ];
  const sent = fakeApi({
    'GET /api/v1/users/7/personal-data/counts': () => ({ body: { counts } }),
    'POST /api/v1/users/7/erasure': () => ({ body: { pseudonym: '#7' } }),
  });
  const item = { id: 7, name: '홍길동', login: 'gildong' } as ManagedUser;
  const dialog = <ErasureDialog item={item} may={{ add: true, edit: true, remove: true }} onClose={() => undefined} />;
  show(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: () => dialog }) })} />);
  await screen.findByText(/로그인 기록.*12/);
  expect(screen.queryByText(/사진 /)).toBeNull();
  const erase = screen.getByRole<HTMLButtonElement>('button', { name: '지우기' });
  type(/gildong/, '홍길동');
  expect(erase.disabled).toBe(true);
  type(/gildong/, 'gildong');
  fireEvent.click(erase);
  await screen.findByText(/#7/);
  expect(sent.at(-1)).toMatchObject({ body: { login: 'gildong' } });
});
