// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { speakInTests } from '../../testing/screen-setup.ts';
import { FormTextField } from './form-fields.tsx';
import { useRequiredNotice } from './required-notice.tsx';
import { useContractForm } from './use-contract-form.ts';

const schema = z.object({
  phone: z.string(),
  name: z.string().min(1, 'REQUIRED'),
  email: z.string().min(1, 'REQUIRED'),
});

function Form() {
  const form = useContractForm(schema, { phone: '', name: '', email: '' });
  const { onInvalid, notice } = useRequiredNotice(form, { name: '이름', email: '이메일' });
  return (
    <form noValidate onSubmit={form.handleSubmit(() => undefined, onInvalid)}>
      <FormTextField control={form.control} name="phone" label="전화" />
      <FormTextField control={form.control} name="name" label="이름" />
      <FormTextField control={form.control} name="email" label="이메일" />
      <button type="submit">저장</button>
      {notice}
    </form>
  );
}

beforeAll(() => speakInTests('ko'));
afterEach(cleanup);

test('names the empty required fields, needs a confirmation, and then focuses the first of them', async () => {
  render(<Form />);
  screen.getByRole('button', { name: '저장' }).focus();
  fireEvent.click(screen.getByRole('button', { name: '저장' }));
  const notice = await screen.findByRole('alertdialog', { name: '필수 항목을 입력해 주세요.' });
  expect(notice.textContent).toContain('이름 · 이메일');
  fireEvent.keyDown(notice, { key: 'Escape' });
  expect(screen.getByRole('alertdialog')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '확인' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByLabelText('이름'));
});
