// @vitest-environment jsdom
import type { SwitchOffTest, SwitchOffTests } from '@airdeck/contract/control/switch-off-test';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { SwitchOffSection } from './switch-off-section.tsx';

const PATH = '/api/v1/purifiers/5/switch-off-tests';
const aTest = (change: Partial<SwitchOffTest>): SwitchOffTest => ({
  ...{ id: 1, phase: 'ENDED', outcome: 'DONE', on_time: null, off_time: null, next_time: null, started_by: 'kim' },
  ...{ start_time: '2026-03-02T03:00:00.000Z', result: null, ...change },
});
const answer = (change: Partial<SwitchOffTests> = {}): SwitchOffTests => ({
  ...{ purifier_id: 5, measured: true, obstacle: null, tests: [], ...change },
});
const RUNNING = aTest({ phase: 'ON', outcome: null, next_time: new Date(Date.now() + 11.5 * 60_000).toISOString() });

beforeEach(async () => {
  await speakInTests('ko');
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const show = (given: SwitchOffTests) => {
  beginSession(sampleSession());
  const sent = fakeApi({
    [`GET ${PATH}`]: () => ({ body: given }),
    [`POST ${PATH}`]: () => ({ body: answer({ tests: [RUNNING] }) }),
    [`DELETE ${PATH}`]: () => ({ body: answer({ tests: [aTest({ phase: 'RESTORE', outcome: 'CANCELLED' })] }) }),
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SwitchOffSection id={5} timeZone="Asia/Seoul" />
    </QueryClientProvider>,
  );
  return sent;
};

test('is started after its rules were read, counts down and is cancelled', async () => {
  const sent = show(answer());
  fireEvent.click(await screen.findByRole('button', { name: '끄기 시험 시작' }));
  expect(screen.getByRole('alertdialog').textContent).toContain('창문과 문을 닫아 둡니다');
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: '지금 시작' }));
  expect((await screen.findByRole('status')).textContent).toMatch(/강풍으로 켜고 재는 중.*12분 남음.*kim 님이 시작/);
  fireEvent.click(screen.getByRole('button', { name: '시험 취소' }));
  fireEvent.click(screen.getAllByRole('button', { name: '시험 취소' }).at(-1) as HTMLElement);
  await screen.findByText('원래 상태로 되돌리는 중');
  expect(screen.queryByRole('button', { name: '시험 취소' })).toBeNull();
});

test('shows the result with its interval, or why there is none', async () => {
  const air_changes = { value: 2.46, low: 1.9, high: 3.04 };
  show(
    answer({
      tests: [
        aTest({ id: 3, result: { verdict: 'HELPS', doubt: null, air_changes } }),
        aTest({ id: 2, result: { verdict: 'CANNOT_TELL', doubt: 'CLEAN', air_changes: null } }),
        aTest({ id: 1, outcome: 'INTERRUPTED' }),
      ],
    }),
  );
  const texts = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/도움이 됩니다시간당 2\.5회 정화\(95 % 구간 1\.9~3\.0회/);
  expect(texts[1]).toContain('알 수 없습니다먼지가 적어');
  expect(texts[2]).toContain('도중에 다른 조작이 있어 멈춤');
});

test('names the obstacle, or that dust is not measured', async () => {
  show(answer({ obstacle: 'METER_DISCONNECT' }));
  expect((await screen.findByRole('button', { name: '끄기 시험 시작' })).hasAttribute('disabled')).toBe(true);
  await screen.findByText(/기기와 통신|연결|통신/);
  cleanup();
  show(answer({ measured: false }));
  await screen.findByText(/PM2\.5 값이 없어/);
  expect(screen.queryByRole('button')).toBeNull();
});
