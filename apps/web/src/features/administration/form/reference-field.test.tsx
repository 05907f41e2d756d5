// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { MEASURING, SETTING_SENSOR } from '../entities/devices.ts';
import { DEPARTMENT } from '../entities/places.ts';
import { type AnyItem, anyDefinition } from '../model/definition.ts';
import { FormDialog } from './form-dialog.tsx';

const STAMPS = { version: 3, created_time: '2026-03-02T00:00:00.000Z', updated_time: '2026-03-02T00:00:00.000Z' };
const SCHOOL = { organization_id: 2, organization_name: '나래초등학교' };
const department = {
  ...{ ...STAMPS, ...SCHOOL, id: 7, name: '과학실', name_en: null, office_id: 21, office_name: '본관', meter_count: 0 },
};
const office = (id: number, name: string) => ({ ...STAMPS, ...SCHOOL, id, name, name_en: null });

/** 301 departments, as the server answers them: in pages, and narrowed by a search. */
const DEPARTMENTS = Array.from({ length: 301 }, (_, i) => ({ ...department, id: 1000 + i, name: `${i + 1}반` }));
const router = createRouter({ routeTree: createRootRoute() });

/** A server that lists these rows by page, size and search. */
function listing(path: string, rows: readonly (AnyItem & { name: string })[]) {
  const sent = fakeApi({});
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname !== path || (init.method ?? 'GET') !== 'GET') return others(url, init);
    sent.push({ method: 'GET', url, body: undefined });
    const found = rows.filter(({ name }) => name.includes(searchParams.get('search') ?? ''));
    const [page, size] = [Number(searchParams.get('page') ?? 0), Number(searchParams.get('size') ?? 12)];
    const content = found.slice(page * size, (page + 1) * size);
    return Response.json({ content, totalElements: found.length, totalPages: Math.ceil(found.length / size) });
  });
  return sent;
}

const show = (definition: ReturnType<typeof anyDefinition>, item: AnyItem | null) =>
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
            onClose={() => undefined}
          />
        </RouterContextProvider>
      </SnackbarProvider>
    </QueryClientProvider>,
  );
const picker = (name: RegExp) => screen.getByRole<HTMLInputElement>('combobox', { name });
const options = async () => within(await screen.findByRole('listbox')).getAllByRole('option');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

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

const open = (input: HTMLInputElement) => {
  fireEvent.focus(input);
  fireEvent.mouseDown(input);
};
const texts = async () => (await options()).map(({ textContent }) => textContent);

test('the picker of an edit form follows the typed text, over the present name and behind it', async () => {
  listing('/api/v1/offices', [office(21, '본관'), office(22, '별관'), office(23, '체육관')]);
  show(anyDefinition(DEPARTMENT), department);
  const input = picker(/^본부/);
  await waitFor(() => expect(input.value).toBe('본관'));
  open(input);
  await waitFor(async () => expect(await texts()).toHaveLength(3));
  for (const typed of ['체육', '본관 체육']) {
    fireEvent.change(input, { target: { value: typed } });
    await waitFor(async () => expect(await texts()).toEqual(['체육관나래초등학교']));
    expect(input.value).toBe(typed);
  }
  fireEvent.click((await options())[0] as HTMLElement);
  expect(input.value).toBe('체육관');
});

test('all of 301 departments can be reached by scrolling, with their paths', async () => {
  const sent = listing('/api/v1/departments', DEPARTMENTS);
  show(anyDefinition(MEASURING), null);
  open(picker(/^부서/));
  await waitFor(async () => expect(await texts()).toHaveLength(50));
  expect((await texts()).at(-1)).toContain('251개 더 있습니다');
  for (let count = 50; count < 301; count += 50) {
    fireEvent.scroll(screen.getByRole('listbox'));
    await waitFor(async () => expect(await texts()).toHaveLength(Math.min(count + 50, 301)));
  }
  expect((await texts()).at(-1)).toBe('301반나래초등학교 · 본관');
  fireEvent.scroll(screen.getByRole('listbox'));
  expect(sent).toHaveLength(7);
});

test('the last one of the offered rows reads more when the keyboard reaches it', async () => {
  listing('/api/v1/departments', DEPARTMENTS);
  show(anyDefinition(MEASURING), null);
  const input = picker(/^부서/);
  open(input);
  await waitFor(async () => expect(await texts()).toHaveLength(50));
  for (let i = 0; i < 50; i++) fireEvent.keyDown(input, { key: 'ArrowDown' });
  await waitFor(async () => expect(await texts()).toHaveLength(100));
});

test('an edited row is offered places of its own organization only', async () => {
  const sent = listing('/api/v1/offices', [office(21, '본관')]);
  show(anyDefinition(DEPARTMENT), department);
  open(picker(/^본부/));
  await waitFor(async () => expect(await texts()).toHaveLength(1));
  expect(sent.map(({ url }) => new URL(url, 'http://localhost').searchParams.get('organizationId'))).toEqual(['2']);
});

test('the question before saving shows the path of the old and the new place', async () => {
  const sent = listing('/api/v1/offices', [office(21, '본관'), office(22, '별관')]);
  show(anyDefinition(DEPARTMENT), department);
  open(picker(/^본부/));
  await waitFor(async () => expect(await texts()).toHaveLength(2));
  fireEvent.click((await options())[1] as HTMLElement);
  press('저장');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('나래초등학교 · 본관 → 나래초등학교 · 별관');
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
});

test.each([
  ['ko', '저장', /^측정기/, /^종류|^센서 종류/, '필수 입력 항목입니다.'],
  ['en', 'Save', /^Meter/, /^Type|^Sensor type/, 'This is a required field.'],
] as const)('an empty choice that is required says so: %s', async (language, save, meter, type, text) => {
  await speakInTests(language);
  listing('/api/v1/meters', []);
  show(anyDefinition(SETTING_SENSOR), null);
  press(save);
  await waitFor(() => expect(picker(meter).getAttribute('aria-invalid')).toBe('true'));
  const choice = screen.getByRole('combobox', { name: type });
  const described = document.getElementById(choice.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe(text);
});
