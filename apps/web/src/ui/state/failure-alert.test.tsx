// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiFailure, type FailureDetails } from '../../lib/failure.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { FailureAlert } from './failure-alert.tsx';

const failure = (over: Partial<FailureDetails> = {}) =>
  new ApiFailure({
    ...{ kind: 'answer', code: 'EDITED_MEANWHILE', message: '다른 사람이 바꾸었습니다.', errors: {} },
    ...{ requestId: 'req-7', status: 409 },
    ...over,
  });
const show = async (error: Error | null, props: object = {}, language: 'ko' | 'en' = 'ko') => {
  await speakInTests(language);
  render(
    <SnackbarProvider>
      <FailureAlert error={error} {...props} />
    </SnackbarProvider>,
  );
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a failure has its code and its request id, which are copied with a press', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  await show(failure());
  const told = screen.getByRole('alert').textContent;
  expect(told).toContain('다른 사람이 바꾸었습니다.');
  expect(told).toContain('오류 코드 EDITED_MEANWHILE');
  expect(told).toContain('요청 번호 req-7');
  fireEvent.click(screen.getByRole('button', { name: '오류 코드와 요청 번호 복사' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('오류 코드 EDITED_MEANWHILE · 요청 번호 req-7'));
});

test('in English too', async () => {
  await show(failure({ message: 'Another user changed it.' }), {}, 'en');
  expect(screen.getByRole('alert').textContent).toContain('Error code EDITED_MEANWHILERequest id req-7');
});

test('says that the outcome is unknown, where it is', async () => {
  await show(failure({ kind: 'timeout', message: '응답하지 않았습니다.', requestId: null, status: null }));
  expect(screen.getByRole('alert').textContent).toContain('이미 처리되었을 수도 있으니');
  expect(screen.getByRole('alert').textContent).not.toContain('요청 번호 ');
});

test('shows no technical text for a response that is not of the server', async () => {
  await show(new TypeError('x is undefined'));
  expect(screen.getByRole('alert').textContent).toContain('콘솔에 문제가 생겨');
  expect(screen.getByRole('alert').textContent).not.toContain('undefined');
});

test('it tries again where it is asked to, and there is nothing without a failure', async () => {
  const onRetry = vi.fn();
  await show(failure(), { onRetry });
  fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
  expect(onRetry).toHaveBeenCalledOnce();
  cleanup();
  await show(null);
  expect(screen.queryByRole('alert')).toBeNull();
});
