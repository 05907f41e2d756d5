// @vitest-environment jsdom
import type { AuditRecord } from '@airdeck/contract/record/schema';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { AuditDetail } from './audit-detail.tsx';
import { ChangesCell } from './changes-cell.tsx';

const record = (over: Partial<AuditRecord>): AuditRecord => ({
  ...{
    id: 1,
    time: '2026-03-02T06:15:00.000Z',
    organization_name: '한빛초등학교',
    user_login: 'admin',
    ip: '10.0.0.9',
  },
  ...{ action: 'write', entity: 'meters', entity_id: 7, name: '로비', before: null, after: null },
  ...over,
});
const meter = { name: '3층', name_en: '3F', use: 'Y', interval_s: 60, type: 'METER', office_name: '본관', version: 1 };
const changed = {
  ...{ name: '4층', name_en: '4F', use: 'N', interval_s: 30, type: 'MULTI', office_name: '별관', version: 2 },
};

const linesOf = (item: AuditRecord): (string | null)[] => {
  const { container } = render(<ChangesCell item={item} />);
  const lines = [...container.querySelectorAll('li')];
  return (lines.length > 0 ? lines : [container]).map(({ textContent }) => textContent);
};

beforeEach(() => speakInTests('ko'));
afterEach(cleanup);

test('a row names the changed fields with both values, and counts those beyond three', () => {
  expect(linesOf(record({ before: meter, after: changed }))).toEqual([
    '이름: 3층 → 4층',
    '영문 이름: 3F → 4F',
    '종류: 측정기 → 측정기·청정기 복합',
    '외 3개',
  ]);
});

test('the row is in the language of the reader', async () => {
  await speakInTests('en');
  const after = { ...meter, use: 'N', first_operation_date: '2026-03-02' };
  expect(linesOf(record({ before: meter, after }))).toEqual([
    'Use: In use → Not in use',
    'First operation: None → 03/02/2026',
  ]);
});

test.each([
  ['create', null, meter, '이름: 3층'],
  ['delete', meter, null, '이름: 3층'],
  ['write', null, { secret: 'renewed' }, '기기 비밀키: 새로 발급'],
  ['read', null, { people: 12 }, '나온 사용자 수: 12'],
] as const)('a %s has its main facts, without an arrow', (action, before, after, first) => {
  expect(linesOf(record({ action, before, after }))[0]).toBe(first);
});

test('facts that the row shows anyway leave room for others', () => {
  const after = { name: '로비', use: 'Y', type: 'METER', interval_s: 60 };
  expect(linesOf(record({ action: 'create', after }))).toEqual(['종류: 측정기', '측정 간격(초): 60']);
});

test.each([
  [null, null, '자세한 내용은 기록되지 않았습니다.'],
  [meter, meter, '바뀐 값이 없습니다.'],
])('a record of %j and %j says so', (before, after, text) => {
  expect(linesOf(record({ before, after }))).toEqual([text]);
});

test('a long or hostile value is cut in the row, and whole in the detail', () => {
  const ca = `<img src=x onerror=alert(1)>${'가'.repeat(5_000)}끝`;
  const item = record({ entity: 'local_servers', before: { ca: null, account_password: '••••••' }, after: { ca } });
  const [line = ''] = linesOf(item);
  expect(Array.from(line ?? '').length).toBeLessThan(100);
  cleanup();
  render(<AuditDetail item={item} onClose={vi.fn()} />);
  expect(screen.queryByText(ca)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '현장 인증서(CA): 전체 보기' }));
  expect(screen.getByText(ca)).toBeDefined();
  expect(document.querySelector('img')).toBeNull();
});

test('the detail has every field with its old and new value', () => {
  render(<AuditDetail item={record({ before: meter, after: changed })} onClose={vi.fn()} />);
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows[0]).toEqual(['항목', '바꾸기 전', '바꾼 뒤']);
  expect(rows).toContainEqual(['측정 간격(초)', '60', '30']);
  expect(rows).toHaveLength(7);
});
