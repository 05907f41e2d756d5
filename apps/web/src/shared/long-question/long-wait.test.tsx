// @vitest-environment jsdom
import { EARLY_ANSWER, EXPECTED_MS, lateFailureText } from '@airdeck/contract/error/early-answer';
import { getMonthlyReport } from '@airdeck/contract/report/monthly';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { routeQuery } from '../../lib/api/route-query.ts';
import { beginSession, endSession } from '../../lib/session/session-store.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { LONG_WAIT_MS, LongWait } from './long-wait.tsx';
import { useLongQuery } from './use-long-query.ts';

interface Asked {
  headers: Headers;
  signal: AbortSignal | null | undefined;
  /** Ends the body of the answer, whose headers have arrived. */
  end(body: string): void;
}

const asked: Asked[] = [];

/** Answers early: a body of white space, until it ends. */
const answerEarly = async (_: string, init: RequestInit): Promise<Response> => {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      body = controller;
      init.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
    },
  });
  const encoder = new TextEncoder();
  body?.enqueue(encoder.encode(' '));
  asked.push({
    ...{ headers: new Headers(init.headers), signal: init.signal },
    end: (text) => {
      body?.enqueue(encoder.encode(text));
      body?.close();
    },
  });
  return new Response(stream, { headers: { [EXPECTED_MS]: '7400' } });
};

function Report() {
  const { query, wait } = useLongQuery(routeQuery(getMonthlyReport, { query: { officeId: '1', month: '2026-10' } }));
  if (query.error !== null) return <p>{query.error.message}</p>;
  return <LongWait wait={wait}>{query.data === undefined ? 'skeleton' : query.data.office_name}</LongWait>;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answerEarly);
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  asked.length = 0;
});

it('says after a second how long it takes, can be canceled and asked again, and shows a late failure', async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Report />
    </QueryClientProvider>,
  );
  await pass(LONG_WAIT_MS - 1);
  expect(asked[0]?.headers.get('prefer')).toBe(EARLY_ANSWER);
  expect(screen.getByRole('status').textContent).toBe('');
  await pass(1);
  expect(screen.getByRole('status').textContent).toBe('약 8초취소');
  await pass(3 * 7_400);
  expect(screen.getByRole('status').textContent).toBe('예상보다 오래 걸리고 있습니다취소');

  fireEvent.click(screen.getByRole('button', { name: '취소' }));
  await pass(0);
  expect(asked[0]?.signal?.aborted).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('불러오기를 취소했습니다.다시 불러오기');

  fireEvent.click(screen.getByRole('button', { name: '다시 불러오기' }));
  await pass(LONG_WAIT_MS);
  expect(screen.getByRole('status').textContent).toBe('약 8초취소');
  asked[1]?.end(lateFailureText({ code: 'QUESTION_TOO_BIG', message: '기간이 너무 깁니다.', errors: {} }));
  await pass(0);
  expect(screen.getByText('기간이 너무 깁니다.')).toBeDefined();
});
