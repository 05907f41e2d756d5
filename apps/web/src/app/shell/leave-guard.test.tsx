// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginSession, endSession } from '../../lib/session/session-store.ts';
import { useUnsaved } from '../../lib/session/unsaved.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { LeaveGuard } from './leave-guard.tsx';

function Form() {
  useUnsaved(true);
  return <p>양식</p>;
}

const root = createRootRoute({
  component: () => (
    <>
      <LeaveGuard />
      <Outlet />
    </>
  ),
});
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/list', component: Form }),
  createRoute({ getParentRoute: () => root, path: '/other', component: () => <p>다른 화면</p> }),
]);

const show = async () => {
  const history = createMemoryHistory({ initialEntries: ['/list?open=5'] });
  const router = createRouter({ routeTree, history });
  render(<RouterProvider router={router} />);
  await screen.findByText('양식');
  return history;
};
const question = () => screen.queryByRole('alertdialog', { name: '저장하지 않은 내용이 있습니다' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  endSession();
  sessionStorage.clear();
});

test('another screen takes the place of unsaved input by a decision only', async () => {
  const history = await show();
  act(() => history.push('/other'));
  await waitFor(() => expect(question()).not.toBeNull());
  press('계속 입력');
  await waitFor(() => expect(question()).toBeNull());
  expect(history.location.pathname).toBe('/list');
  act(() => history.push('/other'));
  await waitFor(() => expect(question()).not.toBeNull());
  press('저장하지 않고 닫기');
  await screen.findByText('다른 화면');
});

test('another row asks too; what closes the form itself has asked by then', async () => {
  const history = await show();
  act(() => history.push('/list?open=6'));
  await waitFor(() => expect(question()).not.toBeNull());
  press('계속 입력');
  await waitFor(() => expect(question()).toBeNull());
  act(() => history.replace('/list'));
  await waitFor(() => expect(history.location.href).toBe('/list'));
  expect(question()).toBeNull();
});

test('leaves without a question after the session has ended', async () => {
  const history = await show();
  endSession();
  act(() => history.push('/other'));
  await screen.findByText('다른 화면');
});

test('another office asks, because the form on the screen is of one office; a sort order does not', async () => {
  const history = await show();
  act(() => history.push('/list?open=5&sort=name'));
  await waitFor(() => expect(history.location.search).toContain('sort'));
  expect(question()).toBeNull();
  act(() => history.push('/list?open=5&office=2'));
  await waitFor(() => expect(question()).not.toBeNull());
});
