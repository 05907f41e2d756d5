// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { MEASURING } from '../entities/devices.ts';
import { USER } from '../entities/users.tsx';
import { anyDefinition } from '../model/definition.ts';
import { ImportDialog } from './import-dialog.tsx';

const PLAN = { added: 2, changed: 0, unchanged: 0, refused: 0 };
const RESULT = {
  ...{ fields: [], ignored: [], total: 2, error_count: 0, errors: [], rows: [], plan: PLAN, changes: [], seen: '[]' },
  ...{ added: 0, changed: 0, secrets: null, mailed: 0 },
};

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

test('offers to mail the links before the rows are added, and says how many mails are sent', async () => {
  const answers = [RESULT, { ...RESULT, added: 2, mailed: 1 }];
  const sent = fakeApi({
    'GET /api/v1/welcome': () => ({ body: { version: '1', demo_roles: [], email_domains: [], mail: true } }),
    'POST /api/v1/users/import': () => ({ body: answers.shift() }),
  });
  const routes = anyDefinition(USER).import;
  if (routes === undefined) throw new Error('users have no import');
  const { baseElement } = render(
    <QueryClientProvider client={queryClient}>
      <ImportDialog
        routes={routes}
        entity="users"
        isOrganizationNamed={false}
        what="사용자"
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  const input = baseElement.querySelector('input[type=file]');
  if (input === null) throw new Error('no file can be chosen');
  fireEvent.change(input, { target: { files: [new File(['x'], 'users.csv')] } });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /링크를 메일로도 보내기/ });
  expect(box.checked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: /2/ }));
  expect(await screen.findByText(/1명에게 링크를 메일로 보냅니다/)).toBeDefined();
  const queries = sent
    .filter(({ method }) => method === 'POST')
    .map(({ url }) => new URL(url, 'http://x').searchParams);
  expect(queries.map((query) => [query.get('commit'), query.get('mail')])).toEqual([
    ['N', null],
    ['Y', 'Y'],
  ]);
});

test('shows what a file changes before it does, and sends the versions that the preview saw', async () => {
  const plan = { added: 1, changed: 2, unchanged: 4, refused: 0 };
  const changes = [{ row: 2, name: '로비', fields: [{ field: 'interval_s', before: 60, after: 30 }] }];
  const preview = { ...RESULT, total: 7, plan, changes, ignored: ['sensor_count'], seen: '[[2,7,3]]' };
  const meanwhile = { row: 2, field: 'code', code: 'EDITED_MEANWHILE' };
  const late = { ...preview, error_count: 1, errors: [meanwhile], plan: { ...plan, changed: 1, refused: 1 } };
  const answers = [preview, late, preview, { ...preview, added: 1, changed: 2, seen: '' }];
  const sent = fakeApi({
    'GET /api/v1/welcome': () => ({ body: { version: '1', demo_roles: [], email_domains: [], mail: false } }),
    'POST /api/v1/meters/import': () => ({ body: answers.shift() }),
  });
  const routes = anyDefinition(MEASURING).import;
  if (routes === undefined) throw new Error('meters have no import');
  const { baseElement } = render(
    <QueryClientProvider client={queryClient}>
      <ImportDialog
        routes={routes}
        entity="meters"
        isOrganizationNamed={false}
        what="측정기"
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  expect(screen.getByText(/같은 항목\(코드\)이 이미 등록되어 있으면/)).toBeDefined();
  const input = baseElement.querySelector('input[type=file]');
  if (input === null) throw new Error('no file can be chosen');
  fireEvent.change(input, { target: { files: [new File(['x'], 'meters.csv')] } });
  expect(await screen.findByText('바뀌는 항목 2건')).toBeDefined();
  expect(screen.getByText('로비').parentElement?.textContent).toBe('로비측정 간격(초): 60 → 30');
  const counts = [...baseElement.querySelectorAll('dl:first-of-type > div')].map(({ textContent }) => textContent);
  expect(counts.slice(0, 4)).toEqual(['추가1행', '변경2행', '그대로4행', '거부0행']);
  fireEvent.click(screen.getByRole('button', { name: '1건 추가, 2건 변경' }));
  fireEvent.click(await screen.findByRole('button', { name: '다시 확인' }));
  fireEvent.click(await screen.findByRole('button', { name: '1건 추가, 2건 변경' }));
  expect(await screen.findByText('1건을 추가하고 2건을 변경했습니다.')).toBeDefined();
  const bodies = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(bodies.map((body) => (body instanceof FormData ? body.get('seen') : null))).toEqual([
    null,
    preview.seen,
    null,
    preview.seen,
  ]);
});
