// @vitest-environment jsdom
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { watchLeaving } from '../../lib/session/leave.ts';
import { useUnsaved } from '../../lib/session/unsaved.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { AlertDialog, CancelButton, Dialog } from './dialog.tsx';

beforeAll(() => speakInTests('ko'));
let stop: () => void = () => undefined;
beforeEach(() => {
  stop = watchLeaving();
});
afterEach(() => {
  cleanup();
  stop();
});

const closed = vi.fn();
beforeEach(() => closed.mockReset());

const dialog = (name: string) => screen.getByRole('dialog', { name });
const pressEscape = (element: HTMLElement) => fireEvent.keyDown(element, { key: 'Escape' });
/** A click on the dimmed page behind the topmost dialog. */
const clickBeside = (detail = 1) => {
  const beside = [...document.querySelectorAll('.MuiDialog-container')].at(-1);
  if (beside === undefined) throw new Error('no dialog');
  fireEvent.mouseDown(beside);
  fireEvent.click(beside, { detail });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('Escape, a click beside it and its button close a dialog', () => {
  render(
    <Dialog open title="내 정보" onClose={closed}>
      내용
    </Dialog>,
  );
  pressEscape(dialog('내 정보'));
  expect(closed).toHaveBeenCalledTimes(1);
  clickBeside();
  expect(closed).toHaveBeenCalledTimes(2);
  press('닫기');
  expect(closed).toHaveBeenCalledTimes(3);
});

test('the second click of a double click, whose first one opened the dialog, leaves it open', () => {
  render(
    <Dialog open title="바뀐 내용" onClose={closed}>
      내용
    </Dialog>,
  );
  clickBeside(2);
  expect(closed).not.toHaveBeenCalled();
});

test('a click that began inside the dialog, as when text is marked, leaves it open', () => {
  render(
    <Dialog open title="내 정보" onClose={closed}>
      내용
    </Dialog>,
  );
  fireEvent.mouseDown(screen.getByText('내용'));
  const beside = document.querySelector('.MuiDialog-container');
  if (beside) fireEvent.click(beside);
  expect(closed).not.toHaveBeenCalled();
});

test('only the topmost one is closed', () => {
  const closedAbove = vi.fn();
  render(
    <Dialog open title="아래" onClose={closed}>
      <AlertDialog open title="위" onClose={closedAbove}>
        내용
      </AlertDialog>
    </Dialog>,
  );
  pressEscape(screen.getByRole('button', { name: '확인' }));
  clickBeside();
  expect(closedAbove).toHaveBeenCalledTimes(2);
  expect(closed).not.toHaveBeenCalled();
});

test('one that must be answered has no other way out', () => {
  render(
    <AlertDialog open title="필수" onClose={closed} mustAnswer>
      이름
    </AlertDialog>,
  );
  const box = screen.getByRole('alertdialog', { name: '필수' });
  pressEscape(box);
  clickBeside();
  expect(screen.queryByRole('button', { name: '닫기' })).toBeNull();
  expect(closed).not.toHaveBeenCalled();
  press('확인');
  expect(closed).toHaveBeenCalledOnce();
});

function Form({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  return (
    <Dialog open title="양식" onClose={onClose} actions={<CancelButton>취소</CancelButton>}>
      <input aria-label="이름" value={text} onChange={(event) => setText(event.target.value)} />
    </Dialog>
  );
}

test.each([
  ['Escape', () => pressEscape(screen.getByLabelText('이름'))],
  ['a click beside it', clickBeside],
  ['its close button', () => press('닫기')],
  ['Cancel', () => press('취소')],
])('%s asks before unsaved input is lost', (_, leave) => {
  render(<Form onClose={closed} />);
  leave();
  expect(closed).toHaveBeenCalledOnce();
  fireEvent.change(screen.getByLabelText('이름'), { target: { value: '김' } });
  leave();
  expect(closed).toHaveBeenCalledOnce();
  press('계속 입력');
  leave();
  fireEvent.click(screen.getAllByRole('button', { name: '저장하지 않고 닫기' }).at(-1) ?? document.body);
  expect(closed).toHaveBeenCalledTimes(2);
});

function Behind() {
  useUnsaved(true);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        열기
      </button>
      <Dialog open={open} title="위" onClose={closed}>
        내용
      </Dialog>
    </>
  );
}

test('input behind a dialog is no reason to ask: it stays', () => {
  render(<Behind />);
  press('열기');
  pressEscape(dialog('위'));
  expect(closed).toHaveBeenCalledOnce();
});

test('arrow keys on its handle move a dialog inside the window, Home brings it back', () => {
  render(
    <Dialog open title="내 정보" onClose={closed}>
      내용
    </Dialog>,
  );
  const handle = screen.getByRole('button', { name: /창 옮기기/ });
  const paper = document.querySelector<HTMLElement>('.MuiDialog-paper');
  if (paper === null) throw new Error('no paper');
  let at = { x: 0, y: 0 };
  const readAt = () => {
    const [, x = '0', y = '0'] = /translate\((-?[\d.]+)px, ?(-?[\d.]+)px\)/.exec(paper.style.transform) ?? [];
    at = { x: Number(x), y: Number(y) };
    return at;
  };
  paper.getBoundingClientRect = () => new DOMRect(100 + readAt().x, 40 + at.y, 400, 300);
  const key = (name: string, shiftKey = false) => act(() => fireEvent.keyDown(handle, { key: name, shiftKey }));
  key('ArrowRight');
  key('ArrowUp');
  expect(readAt()).toEqual({ x: 16, y: -16 });
  key('ArrowUp', true);
  expect(readAt()).toEqual({ x: 16, y: -40 });
  key('Home');
  expect(readAt()).toEqual({ x: 0, y: 0 });
});

test('Escape, blocked for the browser, still closes a menu', () => {
  render(
    <Menu open anchorEl={document.body} onClose={closed}>
      <MenuItem>하나</MenuItem>
    </Menu>,
  );
  const prevented = !fireEvent.keyDown(screen.getByRole('menuitem'), { key: 'Escape' });
  expect(prevented).toBe(true);
  expect(closed).toHaveBeenCalledOnce();
});
