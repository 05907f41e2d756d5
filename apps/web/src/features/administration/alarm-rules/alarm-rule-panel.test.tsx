// @vitest-environment jsdom
import type { AlarmRule } from '@airdeck/contract/alarm-rule/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { AlarmRulePanel, RuleCell } from './alarm-rule-panel.tsx';

const RULE: AlarmRule = {
  ...{ id: 3, organization_id: null, organization_name: null, code: 'A003', version: 1, replaced: null },
  ...{ description: '높은 이산화탄소', description_en: null, severity: 'WARNING', override_count: 0 },
  ...{ applies_to: 'CO2', basis: 'VALUE', direction: 'ABOVE', limit: 1000, release: null, duration_min: 90 },
  ...{ average: 'NONE', use: 'Y', created_time: '2026-03-02T00:00:00Z', updated_time: '2026-03-02T00:00:00Z' },
};

const chips = (): (string | null)[] => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

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

test.each([
  [{}, ['모든 기관', 'CO₂ 이산화탄소', '1,000 ppm 이상', '90분 지속', '→주의', '900 ppm 미만이면 종료']],
  [
    { applies_to: 'ALL', basis: 'BAD', limit: null, average: 'HOUR', duration_min: 120, severity: 'MINOR' },
    ['모든 기관', '모든 종류의 값 1시간 평균', '나쁨 기준 초과', '2시간 지속', '→경미', '기준의 90% 미만이면 종료'],
  ],
  [
    { organization_name: '한빛초등학교', direction: 'BELOW', limit: 400, release: 450, duration_min: 0 },
    ['한빛초등학교', 'CO₂ 이산화탄소', '400 ppm 이하', '바로', '→주의', '450 ppm 초과면 종료'],
  ],
  [{ use: 'N' }, ['모든 기관', 'CO₂ 이산화탄소', '1,000 ppm 이상', '90분 지속', '발생시키지 않음']],
] as const)('a rule with %j is read from its chips', (over, expected) => {
  render(<RuleCell item={{ ...RULE, ...over }} />);
  expect(chips()).toEqual(expected);
});

test('in English too', async () => {
  await speakInTests('en');
  render(<RuleCell item={RULE} />);
  expect(chips().slice(1)).toEqual(['CO₂', 'at least 1,000 ppm', 'for 90 minutes', '→Warning', 'ends below 900 ppm']);
});

test('the preview follows the form, shows what is missing, and the severity of the chosen code', async () => {
  const master = { code: 'A001', description: '매우 나쁜 공기', description_en: null, severity: 'MAJOR' };
  fakeApi({ 'GET /api/v1/master-errors': () => ({ body: { content: [master], totalPages: 1, totalElements: 1 } }) });
  let form: UseFormReturn<FieldValues> | undefined;
  function Harness() {
    form = useForm<FieldValues>({
      defaultValues: {
        ...{ organization_id: null, code: '', applies_to: 'PM10', basis: 'VALUE', direction: 'ABOVE', limit: null },
        ...{ release: null, duration_min: 10, average: 'NONE', use: 'Y' },
      },
    });
    return <AlarmRulePanel form={form} item={null} disabled={false} />;
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Harness />
    </QueryClientProvider>,
  );
  const given = (values: FieldValues) =>
    act(() => {
      for (const [name, value] of Object.entries(values)) form?.setValue(name, value);
    });
  expect(chips()).toEqual([
    '적용 기관모든 기관',
    '측정 항목PM10 미세먼지',
    '조건입력 필요',
    '지속 시간10분 지속',
    '장애→입력 필요',
    '종료입력 필요',
  ]);
  given({ code: 'A001', limit: 80 });
  await screen.findByText('중대');
  expect(chips().slice(2)).toEqual([
    '조건80 µg/m³ 이상',
    '지속 시간10분 지속',
    '장애→중대A001',
    '종료72 µg/m³ 미만이면 종료',
  ]);
  // A release on the wrong side, and a number that is none yet.
  given({ release: 90 });
  expect(chips().at(-1)).toBe('종료입력 필요');
  given({ duration_min: '-' });
  expect(chips()[3]).toBe('지속 시간입력 필요');
});
