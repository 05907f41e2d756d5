// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { MEASURING } from '../entities/devices.ts';
import { anyDefinition } from '../model/definition.ts';
import { ScreenDeleted } from './screen-deleted.tsx';

const deleted = (change: object = {}) => ({
  ...{ id: 7, name: '로비', code: 'M-1', places: ['한빛초등학교', '본관', '1층'], orphaned: false },
  ...{ deleted_time: '2026-03-02T00:00:00.000Z', ...change },
});
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <ScreenDeleted definition={anyDefinition(MEASURING)} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );

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

test('lists deleted meters, and restores one after asking for a code that is not taken', async () => {
  const taken = { code: 'DUPLICATION_METER_CODE', message: '같은 코드가 있습니다.', errors: { code: 'DUPLICATE' } };
  const answers = [
    { status: 409, body: taken },
    { status: 200, body: { left: 0 } },
  ];
  const sent = fakeApi({
    'GET /api/v1/deleted/meter': () => ({ body: { rows: [deleted()] } }),
    'POST /api/v1/deleted/meter/7': () => answers.shift() ?? { status: 404, body: {} },
  });
  show();
  await press('삭제됨');
  await screen.findByText('한빛초등학교 › 본관 › 1층');
  await press('복원');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('“로비” 측정기');
  const confirm = () => fireEvent.click(within(question).getByRole('button', { name: '복원' }));
  confirm();
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: '코드' });
  expect(code.value).toBe('M-1');
  fireEvent.change(code, { target: { value: 'M-2' } });
  confirm();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{}, { code: 'M-2' }]);
});

test('a meter of a deleted department says to restore that first', async () => {
  fakeApi({ 'GET /api/v1/deleted/meter': () => ({ body: { rows: [deleted({ orphaned: true })] } }) });
  show();
  await press('삭제됨');
  await screen.findByText('상위 항목을 먼저 복원해 주세요.');
  expect(screen.queryByRole('button', { name: '복원' })).toBeNull();
});
