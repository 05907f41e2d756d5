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
import { ORGANIZATION_SENSOR } from '../entities/standards.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { anyDefinition } from '../model/definition.ts';
import { BoundsCell } from './standard-panel.tsx';
import type { StandardSensor } from './standard-sensor.ts';

const NONE = {
  ...{ some_cold: null, nice: null, some_hot: null, very_hot: null },
  ...{ very_dry: null, some_dry: null, some_humid: null, very_humid: null },
};
const SENSOR: StandardSensor = {
  ...{ type: 'PM10', unit: 'µg/m³', range_min: 0, range_max: 1000, ...NONE },
  ...{ good: 15, normal: 30, bad: 80, very_bad: 150, inherits: 'Y', valid_from: null },
  ...{ inherited_bounds: [15, 30, 80, 150], planned_from: null, planned_bounds: null, first_day: '2026-03-02' },
};
const ITEM = {
  ...SENSOR,
  ...{ id: 4, version: 2, organization_id: 2, organization_name: '한빛초등학교', code: 'PM10', category: 'PARTICLE' },
  ...{ name: null, model: null, master_model: null, description: null, master_description: null, use: 'Y' },
  ...{ created_time: '2026-03-02T00:00:00.000Z', updated_time: '2026-03-02T00:00:00.000Z' },
};
const router = createRouter({ routeTree: createRootRoute() });

const show = (item = ITEM) =>
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterContextProvider router={router}>
          <FormDialog
            definition={anyDefinition(ORGANIZATION_SENSOR)}
            item={item}
            may={{ add: false, edit: true, remove: false }}
            onRemove={undefined}
            onAdded={() => undefined}
            onClose={() => undefined}
          />
        </RouterContextProvider>
      </SnackbarProvider>
    </QueryClientProvider>,
  );
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: RegExp, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};
const scales = () =>
  within(screen.getByRole('figure', { name: '기준 미리 보기' }))
    .getAllByRole('img')
    .map((scale) => scale.getAttribute('aria-label'));

beforeEach(async () => {
  await speakInTests('ko');
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
  fakeApi({});
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test('a list shows thresholds as a scale with its bounds, words and unit', () => {
  render(<BoundsCell item={SENSOR} />);
  const scale = screen.getByRole('img');
  expect(scale.getAttribute('aria-label')).toBe(
    '등급 기준: 매우 좋음 0~15, 좋음 15~30, 보통 30~80, 나쁨 80~150, 매우 나쁨 150~1,000 µg/m³',
  );
  expect([...scale.querySelectorAll('b')].map(({ textContent }) => textContent)).toEqual(['15', '30', '80', '150']);
  expect(screen.queryByText('따로 정함')).toBeNull();
});

test("an organization's own thresholds say what the default is, and mark the changed bound", () => {
  render(<BoundsCell item={{ ...SENSOR, inherits: 'N', bad: 90 }} />);
  expect(screen.getByText('따로 정함')).toBeDefined();
  expect(screen.getByText('기본 15 · 30 · 80 · 150에서 변경')).toBeDefined();
  const marked = [...screen.getByRole('img').querySelectorAll('b[data-changed]')];
  expect(marked.map(({ textContent }) => textContent)).toEqual(['90']);
});

test('the scale of the form follows the inputs while they are typed', () => {
  show();
  expect(screen.getByRole('textbox', { name: '나쁨 기준' })).toBe(field(/^나쁨 기준/));
  expect(scales()).toHaveLength(1);
  fireEvent.change(field(/^나쁨 기준/), { target: { value: '90' } });
  expect(scales()[1]).toContain('보통 30~90, 나쁨 90~150');
  expect(field(/^나쁨 기준/).closest('.MuiTextField-root')?.textContent).toContain('µg/m³');
});

test('errors of order, range and resolution stand at their inputs, and end with the correction beside them', async () => {
  show();
  type(/^나쁨 기준/, '20');
  await screen.findByText('값은 앞의 값보다 커야 합니다.');
  expect(field(/^나쁨 기준/).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/네 값을 작은 것부터/)).toBeDefined();
  type(/^보통 기준/, '18');
  await waitFor(() => expect(screen.queryByText('값은 앞의 값보다 커야 합니다.')).toBeNull());
  type(/^매우 나쁨 기준/, '1001');
  await screen.findByText('허용된 최댓값보다 큽니다.');
  type(/^매우 나쁨 기준/, '150.25');
  await screen.findByText('소수점 아래 자릿수가 이 센서보다 많습니다.');
});

test('own thresholds stand beside the default, and go back to it', () => {
  show({ ...ITEM, inherits: 'N', bad: 90, valid_from: '2026-03-01' as never });
  expect(scales().map((name) => name?.split(':')[0])).toEqual(['기본', '지금']);
  fireEvent.click(screen.getByRole('button', { name: '기본 기준으로 되돌리기 (15 · 30 · 80 · 150)' }));
  expect(field(/^나쁨 기준/).value).toBe('80');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: '기본 기준 사용' }).checked).toBe(true);
});

test('thresholds outside of a range that was narrowed later do not block another field', async () => {
  const item: typeof ITEM = { ...ITEM, inherits: 'N', very_bad: 1200, valid_from: '2026-03-01' as never };
  const sent = fakeApi({ 'PUT /api/v1/organization-sensors/4': () => ({ body: { ...item, version: 3 } }) });
  show(item);
  type(/^이름/, '먼지');
  fireEvent.click(screen.getByRole('button', { name: '저장' }));
  await screen.findByRole('alertdialog', { name: '변경하시겠습니까?' });
  fireEvent.click(screen.getByRole('button', { name: '변경' }));
  await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1));
});
