// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { EmailField } from './email-field.tsx';

beforeEach(async () => {
  await speakInTests('ko');
  fakeApi({
    'GET /api/v1/welcome': () => ({ body: { version: '1', demo_roles: [], email_domains: ['sen.go.kr', 'korea.kr'] } }),
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Form({ email }: { email: string | null }) {
  const { control, watch } = useForm<{ email: string | null }>({ defaultValues: { email } });
  return (
    <QueryClientProvider client={queryClient}>
      <EmailField control={control} name="email" />
      <output>{watch('email') ?? 'none'}</output>
    </QueryClientProvider>
  );
}
const domain = () => screen.getByLabelText<HTMLInputElement>('이메일 도메인');
const choice = () => screen.getByRole('combobox');
const value = () => screen.getByRole('status').textContent;

test('offers the domains of the installation', async () => {
  render(<Form email="kim@sen.go.kr" />);
  await vi.waitFor(() => expect(choice().textContent).toBe('sen.go.kr'));
  expect(domain().disabled).toBe(true);
  fireEvent.mouseDown(choice());
  const options = within(screen.getByRole('listbox')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['직접 입력', 'sen.go.kr', 'korea.kr']);
  fireEvent.click(screen.getByRole('option', { name: 'korea.kr' }));
  expect(value()).toBe('kim@korea.kr');
});

test('a domain that is typed stays typed, also when it is one of them', async () => {
  render(<Form email="kim@example.com" />);
  expect(choice().textContent).toBe('직접 입력');
  fireEvent.change(domain(), { target: { value: 'korea.kr' } });
  expect([value(), domain().disabled]).toEqual(['kim@korea.kr', false]);
});
