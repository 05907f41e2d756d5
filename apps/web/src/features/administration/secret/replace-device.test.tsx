// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { ReplaceDevice } from './replace-device.tsx';

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

test('sends the new code and shows the new secret once; a taken code is shown at its field', async () => {
  const credential = { username: '12345678:NEW', secret: 'very-secret', mqtt_port: 1883, mqtt_tls: false };
  const taken = { code: 'DUPLICATION_METER_CODE', message: '같은 코드가 있습니다.', errors: { code: 'DUPLICATE' } };
  const answers = [
    { status: 409, body: taken },
    { status: 200, body: { credential } },
  ];
  const sent = fakeApi({ 'POST /api/v1/meters/7/device': () => answers.shift() ?? { status: 404, body: {} } });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <ReplaceDevice item={{ id: 7, name: '로비', code: 'OLD' }} onClose={() => undefined} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  const dialog = screen.getByRole('dialog', { name: '기기 교체' });
  expect(dialog.textContent).toContain('“로비”');
  const code = within(dialog).getByRole('textbox', { name: /^코드/ });
  const replace = () => fireEvent.click(within(dialog).getByRole('button', { name: '교체' }));
  fireEvent.change(code, { target: { value: 'TAKEN' } });
  replace();
  await screen.findByText('이미 등록되어 있습니다.');
  fireEvent.change(code, { target: { value: 'NEW' } });
  replace();
  await screen.findByText('very-secret');
  expect(sent.map(({ body }) => body)).toEqual([
    { code: 'TAKEN', serial: null },
    { code: 'NEW', serial: null },
  ]);
});
