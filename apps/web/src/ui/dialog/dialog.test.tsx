// @vitest-environment jsdom
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { watchLeaving } from '../../lib/session/leave.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { Dialog } from './dialog.tsx';

beforeAll(() => speakInTests('ko'));
afterEach(cleanup);

test('Escape and a click beside it leave a dialog open; its button closes it', () => {
  const onClose = vi.fn();
  render(
    <Dialog open title="내 정보" onClose={onClose}>
      내용
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: '내 정보' });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  const backdrop = document.querySelector('.MuiDialog-container');
  if (backdrop === null) throw new Error('no backdrop');
  fireEvent.mouseDown(backdrop);
  fireEvent.click(backdrop);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape, blocked for the browser, still closes a menu', () => {
  const stop = watchLeaving();
  const onClose = vi.fn();
  render(
    <Menu open anchorEl={document.body} onClose={onClose}>
      <MenuItem>하나</MenuItem>
    </Menu>,
  );
  const prevented = !fireEvent.keyDown(screen.getByRole('menuitem'), { key: 'Escape' });
  expect(prevented).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
  stop();
});
