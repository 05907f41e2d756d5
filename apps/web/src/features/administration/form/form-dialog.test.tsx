// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { FACILITY_FACTS } from '../entities/limits.ts';
import { LOCAL_SERVER } from '../entities/local-servers.tsx';
import { OFFICE, ORGANIZATION } from '../entities/places.ts';
import { MASTER_ERROR } from '../entities/standards.tsx';
import { type AnyItem, anyDefinition } from '../model/definition.ts';
import { FormDialog } from './form-dialog.tsx';

const office = {
  ...{ id: 7, version: 3, name: '본관', name_en: null, organization_id: 2, organization_name: '한빛초등학교' },
  ...{ department_count: 0, meter_count: 0 },
  ...{ created_time: '2026-03-02T00:00:00.000Z', updated_time: '2026-03-02T00:00:00.000Z' },
};
const onClose = vi.fn();
const router = createRouter({ routeTree: createRootRoute() });

const show = (item: AnyItem | null, definition = anyDefinition(OFFICE)) =>
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterContextProvider router={router}>
          <FormDialog
            definition={definition}
            item={item}
            may={{ add: true, edit: true, remove: true }}
            onRemove={undefined}
            onAdded={() => undefined}
            onClose={onClose}
          />
        </RouterContextProvider>
      </SnackbarProvider>
    </QueryClientProvider>,
  );
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  await speakInTests('ko');
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
  onClose.mockReset();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test('asks for a confirmation that names the changed fields only, before it sends them', async () => {
  const sent = fakeApi({ 'PUT /api/v1/offices/7': () => ({ body: { ...office, name_en: 'Main', version: 4 } }) });
  show(office);
  type(/^영문 이름/, 'Main');
  press('저장');
  const question = await screen.findByRole('alertdialog', { name: '변경하시겠습니까?' });
  expect(question.textContent).toContain('본관영문 이름없음 → Main');
  expect(question.querySelectorAll('dt')).toHaveLength(1);
  expect(sent).toEqual([]);
  press('변경');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', expect.objectContaining({ name: '본관', name_en: 'Main', version: 3 })],
  ]);
});

test('a form in which nothing was changed asks nothing, sends nothing and says so', async () => {
  const sent = fakeApi({});
  show(office);
  type(/^영문 이름/, 'Main');
  type(/^영문 이름/, '');
  press('저장');
  await screen.findByText('바뀐 내용이 없습니다.');
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
});

test('a refused value stays as it was typed, and the error has a code and a request id', async () => {
  const refusal = { code: 'TOO_MANY_REQUESTS', message: '요청이 너무 많습니다.', errors: {}, request_id: 'req-9' };
  fakeApi({ 'PUT /api/v1/offices/7': () => ({ status: 429, body: refusal }) });
  show(office);
  type(/^이름/, '별관');
  press('저장');
  await screen.findByRole('alertdialog');
  press('변경');
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('요청이 너무 많습니다.');
  expect(told.textContent).toContain('TOO_MANY_REQUESTS');
  expect(told.textContent).toContain('req-9');
  expect(field(/^이름/).value).toBe('별관');
  expect(onClose).not.toHaveBeenCalled();
});

test('something new is asked about by its name and its place', async () => {
  const sent = fakeApi({
    'GET /api/v1/organizations': () => ({ body: { content: [], totalPages: 0, totalElements: 0 } }),
    'POST /api/v1/offices': () => ({ body: { ...office, id: 8, name: '체육관동' } }),
  });
  show(null);
  type(/^이름/, '체육관동');
  press('저장');
  const question = await screen.findByRole('alertdialog', { name: '추가하시겠습니까?' });
  expect(question.textContent).toContain('체육관동기관한빛초등학교');
  press('추가');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

const CONTROL = /줄바꿈이나 보이지 않는 제어 문자는 사용할 수 없습니다/;

test('a stored name with a control character is shown, and refused with what is wrong', async () => {
  const sent = fakeApi({});
  const stored = { ...office, name_en: 'Ma\u0007in' };
  show(stored);
  type(/^이름/, '별관');
  press('저장');
  expect((await screen.findByText(CONTROL)).id).toContain(field(/^영문 이름/).id);
  expect(sent).toEqual([]);
});

test('a description stays one line: a line break that is typed becomes a space, a stored one is refused', async () => {
  fakeApi({});
  const stored = { code: 'E001', group: 'METER', severity: 'MAJOR', description: '과열\n점검', description_en: null };
  show({ ...office, ...stored }, anyDefinition(MASTER_ERROR));
  type(/^영문 설명/, 'Too hot\r\nCheck');
  expect(field(/^영문 설명/).value).toBe('Too hot Check');
  press('저장');
  await screen.findByText(CONTROL);
  expect(field(/^설명/).value).toBe('과열\n점검');
  type(/^설명/, '과열\n점검!');
  expect(field(/^설명/).value).toBe('과열 점검!');
});

test('a field explains itself: the hint of its name stands below it', () => {
  fakeApi({ 'GET /api/v1/organizations': () => ({ body: { content: [], totalElements: 0, totalPages: 0 } }) });
  show(null, anyDefinition(LOCAL_SERVER));
  expect(screen.getByText('보통 1883, TLS는 8883입니다.')).toBeDefined();
  expect(screen.getByText('비워 두면 계정 없이 접속하고, 저장된 비밀번호는 지워집니다.')).toBeDefined();
});

test('a local server without an organization is for all of them', async () => {
  beginSession(sampleSession({ authority: 'SUPER_ADMIN' }));
  const sent = fakeApi({
    'GET /api/v1/organizations': () => ({ body: { content: [], totalElements: 0, totalPages: 0 } }),
    'POST /api/v1/local-servers': () => ({ body: { ...office, organization_id: null, organization_name: null } }),
  });
  show(null, anyDefinition(LOCAL_SERVER));
  expect(screen.getByText(/^비워 두면 모든 기관이 함께 쓰는 브로커입니다/)).toBeDefined();
  type(/^이름/, '공용 브로커');
  type(/^IP/, '10.0.0.7');
  press('저장');
  await screen.findByRole('alertdialog', { name: '추가하시겠습니까?' });
  press('추가');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toMatchObject([
    { organization_id: null, name: '공용 브로커', ip: '10.0.0.7' },
  ]);
});

test('the names of time zones are offered while one is typed', () => {
  show(null, anyDefinition(ORGANIZATION));
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: /시간대/ });
  const offered = [...(input.list?.options ?? [])].map(({ value }) => value);
  expect(offered).toEqual(expect.arrayContaining(['Asia/Seoul', 'Europe/Paris', 'America/New_York']));
});

const FACTS = {
  ...{ ...office, id: 5, facts_place: 'office', office_id: 7, office_name: '본관', department_name: null },
  ...{ valid_from: '2026-03-01', area: null },
};

test('a required day is marked, and not missing before it was left', () => {
  show(null, anyDefinition(FACILITY_FACTS));
  expect(field(/^적용 시작일/).required).toBe(true);
  expect(field(/^적용 시작일/).getAttribute('aria-invalid')).toBe('false');
});

test('a day that does not exist is refused, and does not leave the earlier day to be saved', async () => {
  const sent = fakeApi({});
  show(FACTS, anyDefinition(FACILITY_FACTS));
  type(/^적용 시작일/, '2026-02-30');
  fireEvent.blur(field(/^적용 시작일/));
  press('저장');
  await waitFor(() => expect(document.activeElement).toBe(field(/^적용 시작일/)));
  expect(screen.getByText(/^올바른 날짜가 아닙니다/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
});

test('a decimal number keeps its point while it is typed', () => {
  show(FACTS, anyDefinition(FACILITY_FACTS));
  for (const typed of ['1', '1.', '1.0', '1.05']) {
    type(/^연면적/, typed);
    expect(field(/^연면적/).value).toBe(typed);
  }
});
