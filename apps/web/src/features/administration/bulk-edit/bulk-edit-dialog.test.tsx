// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { MEASURING } from '../entities/devices.ts';
import { anyDefinition } from '../model/definition.ts';
import { BulkEditDialog } from './bulk-edit-dialog.tsx';

const ITEMS = [
  { id: 7, version: 3, name: '로비', interval_s: 60, use: 'Y' },
  { id: 8, version: 1, name: '교실', interval_s: 30, use: 'Y' },
];
const CHANGES = [{ row: 7, name: '로비', fields: [{ field: 'interval_s', before: 60, after: 30 }] }];
const PREVIEW = { plan: { changed: 1, unchanged: 1, refused: 0 }, errors: [], changes: CHANGES, changed: 0 };

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

const open = (answers: object[]) => {
  const sent = fakeApi({ 'POST /api/v1/meters/bulk': () => ({ body: answers.shift() }) });
  const onDone = vi.fn();
  const definition = anyDefinition(MEASURING);
  if (definition.bulkEdit === undefined) throw new Error('meters have no bulk edit');
  const shared = { definition, route: definition.bulkEdit, items: ITEMS, onClose: () => undefined, onDone };
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <BulkEditDialog {...shared} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return { sent, onDone };
};

const choose = (interval: string) => {
  fireEvent.click(screen.getByRole('checkbox', { name: '측정 간격(초)' }));
  fireEvent.change(screen.getByRole('textbox', { name: /측정 간격/ }), { target: { value: interval } });
};

test('sends only the chosen fields with the versions of the rows, and shows what changes before it does', async () => {
  const { sent, onDone } = open([PREVIEW, { ...PREVIEW, changed: 1 }]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '미리 보기' }).disabled).toBe(true);
  choose('30');
  fireEvent.click(screen.getByRole('button', { name: '미리 보기' }));
  expect((await screen.findByText('로비')).parentElement?.textContent).toBe('로비측정 간격(초): 60 → 30');
  expect(onDone).not.toHaveBeenCalled();
  fireEvent.click(await screen.findByRole('button', { name: '1건 변경' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const rows = ITEMS.map(({ id, version }) => ({ id, version }));
  expect(sent.map(({ url, body }) => [url.split('?')[1], body])).toEqual([
    ['commit=N', { rows, fields: { interval_s: 30 } }],
    ['commit=Y', { rows, fields: { interval_s: 30 } }],
  ]);
});

test('needs another preview for another value, and names the refused rows', async () => {
  const errors = [{ row: 8, name: '교실', field: 'id', code: 'EDITED_MEANWHILE' }];
  open([PREVIEW, { plan: { changed: 1, unchanged: 0, refused: 1 }, errors, changes: CHANGES, changed: 0 }]);
  choose('30');
  fireEvent.click(screen.getByRole('button', { name: '미리 보기' }));
  await screen.findByRole('button', { name: '1건 변경' });
  fireEvent.change(screen.getByRole('textbox', { name: /측정 간격/ }), { target: { value: '45' } });
  fireEvent.click(await screen.findByRole('button', { name: '미리 보기' }));
  expect((await screen.findByText('교실')).parentElement?.textContent).toContain('다른 사용자가 바꾸었습니다');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '미리 보기' }).disabled).toBe(true);
});

test('checks a value before it is sent', async () => {
  const { sent } = open([]);
  choose('0');
  fireEvent.click(screen.getByRole('button', { name: '미리 보기' }));
  expect(await screen.findByText('허용된 최솟값보다 작습니다.')).toBeDefined();
  expect(sent).toEqual([]);
});
