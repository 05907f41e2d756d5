// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speakInTests } from '../../testing/screen-setup.ts';
import type { Change } from '../form/changes.ts';
import { MAX_NAMED_CHANGES, useChangeQuestion } from './change-dialog.tsx';

const save = vi.fn();

function Form({ changes, isNew = false }: { changes: readonly Change[]; isNew?: boolean }) {
  const { ask, question } = useChangeQuestion();
  return (
    <>
      <button type="button" onClick={() => ask({ name: '본관', isNew, changes, save })}>
        저장
      </button>
      {question}
    </>
  );
}

const change = (name: string, before: string | null, after: string | null): Change => ({
  ...{ name, label: name, before, after },
});
const question = (name = '변경하시겠습니까?') => screen.queryByRole('alertdialog', { name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const show = (changes: readonly Change[], isNew = false) => {
  render(<Form changes={changes} isNew={isNew} />);
  press('저장');
};

beforeEach(async () => {
  await speakInTests('ko');
  save.mockReset();
});
afterEach(cleanup);

test('it says what each field was and will be, and saves when it is answered; the focus is on yes', () => {
  show([change('이름', '1층', '2층'), change('설명', '', '창가'), change('비밀키', null, null)]);
  expect([...(question()?.querySelectorAll('dd') ?? [])].map((each) => each.textContent)).toEqual([
    '1층 → 2층',
    '없음 → 창가',
    '내용 변경',
  ]);
  expect(question()?.textContent).toContain('본관');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '변경' }));
  // The question is read along with its title.
  const description = document.getElementById(question()?.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toContain('1층 → 2층');
  press('변경');
  expect(question()).toBeNull();
  expect(save).toHaveBeenCalledOnce();
});

test.each([
  ['Cancel', () => press('취소')],
  ['Escape', () => fireEvent.keyDown(screen.getByRole('button', { name: '변경' }), { key: 'Escape' })],
  ['its close button', () => press('닫기')],
])('%s saves nothing', (_, leave) => {
  show([change('이름', '1층', '2층')]);
  leave();
  expect(question()).toBeNull();
  expect(save).not.toHaveBeenCalled();
});

test('of many changes the first are named, and of the others how many there are', () => {
  const many = Array.from({ length: MAX_NAMED_CHANGES + 3 }, (_, i) => change(`항목 ${i}`, 'a', 'b'));
  show(many);
  expect(question()?.querySelectorAll('dt')).toHaveLength(MAX_NAMED_CHANGES);
  expect(question()?.textContent).toContain('그 밖에 3개 항목');
});

test('something new is added by its name', () => {
  show([], true);
  expect(question('추가하시겠습니까?')?.textContent).toContain('본관');
  press('추가');
  expect(save).toHaveBeenCalledOnce();
});
