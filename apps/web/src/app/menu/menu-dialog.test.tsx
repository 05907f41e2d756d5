// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession, sessionStore } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { MenuDialog } from './menu-dialog.tsx';

const onClose = vi.fn();

interface Shown {
  address?: string;
  Menu?: () => React.ReactNode;
}

async function show({ address = '/', Menu = () => <MenuDialog open onClose={onClose} /> }: Shown = {}) {
  const root = createRootRoute({ component: Menu });
  const places = createRoute({ getParentRoute: () => root, path: '/monitoring/$screen/{-$id}' });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([places]), history });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SnackbarProvider>
        <RouterProvider router={router} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('dialog', { name: '전체 메뉴' });
}

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  onClose.mockReset();
  await speakInTests('ko');
  beginSession(sampleSession({ authority: 'LOCAL_USER' }));
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

test('it holds what the role may open, and no more', async () => {
  await show();
  const titles = screen.getAllByRole('link').map((link) => link.textContent);
  expect(titles).toContain('모니터링');
  expect(titles).toContain('공기청정기 제어');
  expect(titles).not.toContain('마스터 센서');
  expect(titles).not.toContain('사용자');
});

test('it closes on any link, on its button and on Escape', async () => {
  await show();
  fireEvent.keyDown(screen.getByRole('dialog', { name: '전체 메뉴' }), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
  onClose.mockReset();
  fireEvent.click(screen.getByRole('link', { name: '실시간 장애' }));
  fireEvent.click(screen.getByRole('link', { name: '모니터링' }));
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  expect(onClose).toHaveBeenCalledTimes(3);
});

test('a panel folds; a search unfolds what it finds', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: '현황' }));
  expect(screen.queryByRole('link', { name: '센서 평균' })).toBeNull();
  fireEvent.change(screen.getByRole('searchbox', { name: '메뉴 검색' }), { target: { value: '평균' } });
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['측정기 평균', '센서 평균']);
  fireEvent.change(screen.getByRole('searchbox', { name: '메뉴 검색' }), { target: { value: '없는것' } });
  expect(screen.getByText('“없는것”에 맞는 메뉴가 없습니다.')).toBeDefined();
});

const box = () => screen.getByRole('searchbox', { name: '메뉴 검색' });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const focused = () => document.activeElement?.textContent;

test('arrow keys go through what is found and back to the search box', async () => {
  await show();
  type('평균');
  expect(screen.getByText('2개를 찾았습니다.')).toBeDefined();
  fireEvent.keyDown(box(), { key: 'ArrowDown' });
  expect(focused()).toBe('측정기 평균');
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press('ArrowDown');
  press('ArrowDown');
  expect(focused()).toBe('센서 평균');
  press('ArrowUp');
  press('ArrowUp');
  expect(document.activeElement).toBe(box());
});

test('Enter opens the first that is found, and nothing without a search or while Hangul is composed', async () => {
  await show();
  fireEvent.keyDown(box(), { key: 'Enter' });
  type('없는것');
  fireEvent.keyDown(box(), { key: 'Enter' });
  type('센서');
  fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
  expect(onClose).not.toHaveBeenCalled();
  const opened = vi.fn((event: Event) => event.preventDefault());
  screen.getByRole('link', { name: '센서 현재값' }).addEventListener('click', opened);
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(opened).toHaveBeenCalledOnce();
});

test('a menu that is opened again has an empty search', async () => {
  function Menu() {
    const [open, setOpen] = useState(true);
    return (
      <>
        <MenuDialog open={open} onClose={() => setOpen(false)} />
        {open ? null : <button type="button" onClick={() => setOpen(true)} aria-label="again" />}
      </>
    );
  }
  await show({ Menu });
  type('평균');
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'again' }));
  expect((await screen.findByRole<HTMLInputElement>('searchbox', { name: '메뉴 검색' })).value).toBe('');
});

test('the search finds Monitoring too', async () => {
  await show();
  type('모니');
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['모니터링']);
});

test('About says name, version and year; the Service Center has contact, manual, version and diagnosis', async () => {
  fakeApi({
    'GET /api/v1/organizations/2': () => ({
      body: { name: '한빛초등학교', name_en: null, phone: '02-123-4567', email: null },
    }),
    'GET /api/v1/welcome': () => ({ body: { version: '1.0.0', demo_roles: [] } }),
  });
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Airdeck 정보' }));
  const about = await screen.findByRole('dialog', { name: 'Airdeck 정보' });
  expect(within(about).getByRole('img', { name: 'Airdeck' })).toBeDefined();
  expect(within(about).getByText('버전 1.0')).toBeDefined();
  expect(within(about).getByText('© 2024 Airdeck')).toBeDefined();
  fireEvent.click(within(about).getByRole('button', { name: '확인' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Airdeck 정보' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: '서비스 센터' }));
  const center = await screen.findByRole('dialog', { name: '서비스 센터' });
  expect(await within(center).findByText(/서버 1\.0\.0/)).toBeDefined();
  expect((await within(center).findByRole('link', { name: '02-123-4567' })).getAttribute('href')).toBe('tel:021234567');
  expect(within(center).getByText('한빛초등학교')).toBeDefined();
  const diagnosis = within(center).getByRole<HTMLTextAreaElement>('textbox', { name: '진단 정보' });
  expect(diagnosis.value).toContain('organization: 00000012');
  expect(diagnosis.value).not.toMatch(/TOKEN|desk\.kim|김하늘/);
  fireEvent.click(within(center).getByRole('button', { name: '사용 설명서 열기' }));
  expect(await screen.findByRole('dialog', { name: '사용 설명서' })).toBeDefined();
});

test('the Service Center shows the organization of the place that is open to those who see several', async () => {
  const node = { name: '', meters: 1, grade: null };
  const contactOf = (name: string, email: string) => ({ body: { name, name_en: null, phone: null, email } });
  fakeApi({
    'GET /api/v1/organizations/2': () => contactOf('한빛초등학교', 'school@example.com'),
    'GET /api/v1/organizations/3': () => contactOf('서울중앙병원', 'ward@example.com'),
    'GET /api/v1/monitoring/tree': () => ({
      body: {
        nodes: [
          { ...node, kind: 'organization', id: 3, parent_id: null },
          { ...node, kind: 'office', id: 8, parent_id: 3 },
        ],
      },
    }),
  });
  beginSession(sampleSession({ authority: 'SUPER_USER' }));
  await show({ address: '/monitoring/half/8' });
  fireEvent.click(screen.getByRole('button', { name: '서비스 센터' }));
  await screen.findByRole('link', { name: 'ward@example.com' });
  cleanup();
  beginSession(sampleSession({ authority: 'SUPER_USER' }));
  await show({ address: '/monitoring/agency' });
  fireEvent.click(screen.getByRole('button', { name: '서비스 센터' }));
  await screen.findByRole('link', { name: 'school@example.com' });
});

test('/ goes to the search box', async () => {
  await show();
  screen.getByRole('button', { name: '닫기' }).focus();
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: '메뉴 검색' }));
});

test('the user’s information', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: '내 정보' }));
  const dialog = await screen.findByRole('dialog', { name: '내 정보' });
  expect(within(dialog).getByText('한빛초등학교 (00000012)')).toBeDefined();
});

test('logout names the user to the server and ends the session', async () => {
  const sent = fakeApi({ 'POST /api/v1/logout': () => ({ body: {} }) });
  await show();
  fireEvent.click(screen.getByRole('button', { name: '로그아웃' }));
  await waitFor(() => expect(sessionStore.get()).toBeNull());
  expect(sent[0]?.body).toEqual({ code: '00000012', id: 'desk.kim', password: '', username: '김하늘' });
  expect(sessionStorage.getItem('access_token')).toBeNull();
});

test('a failed logout alerts, and the session stays', async () => {
  const answer = { code: 'INTERNAL_SERVER_ERROR', message: 'x', errors: {} };
  fakeApi({ 'POST /api/v1/logout': () => ({ status: 500, body: answer }) });
  await show();
  fireEvent.click(screen.getByRole('button', { name: '로그아웃' }));
  expect(await screen.findByRole('alertdialog', { name: '로그아웃하지 못했습니다.' })).toBeDefined();
  expect(sessionStorage.getItem('access_token')).toBe('TOKEN');
});

test('a language that was switched to can be kept for the next sessions', async () => {
  const { user } = sampleSession();
  const sent = fakeApi({ 'PUT /api/v1/users/me/language': () => ({ body: { ...user, language: 'en' } }) });
  await show();
  expect(screen.queryByRole('button', { name: '한국어로 계속' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'English' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep English' }));
  await screen.findByText('English is your language from now on.');
  expect(sent.find(({ url }) => url.endsWith('/users/me/language'))?.body).toEqual({ language: 'en' });
  expect(sessionStore.get()?.user.language).toBe('en');
  expect(screen.queryByRole('button', { name: 'Keep English' })).toBeNull();
});

test.each([
  ['LOCAL_ADMIN', '/management/setup'],
  ['LOCAL_USER', undefined],
] as const)('the guide to a first setup is there for those who register devices: %s', async (authority, address) => {
  beginSession(sampleSession({ authority }));
  await show();
  expect(screen.queryByRole('link', { name: '처음 설정' })?.getAttribute('href') ?? undefined).toBe(address);
});
