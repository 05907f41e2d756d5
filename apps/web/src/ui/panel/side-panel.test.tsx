// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speakInTests } from '../../testing/screen-setup.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { useEscape } from './side-panel.tsx';

const closedPanel = vi.fn();
const closedDialog = vi.fn();

function Panel({ isAsking = false }: { isAsking?: boolean }) {
  useEscape(closedPanel);
  return (
    <aside>
      <button type="button">열기</button>
      <Dialog open={isAsking} title="위" onClose={closedDialog}>
        <input aria-label="이름" />
      </Dialog>
    </aside>
  );
}

beforeEach(async () => {
  await speakInTests('ko');
  closedPanel.mockReset();
  closedDialog.mockReset();
});
afterEach(cleanup);

test('Escape closes a panel, wherever the focus is', () => {
  render(<Panel />);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Escape' });
  expect(closedPanel).toHaveBeenCalledTimes(2);
});

test('while a dialog is above it, only that one is closed', () => {
  render(<Panel isAsking />);
  fireEvent.keyDown(screen.getByLabelText('이름'), { key: 'Escape' });
  expect([closedDialog.mock.calls.length, closedPanel.mock.calls.length]).toEqual([1, 0]);
});

test('Escape that ends the composing of a syllable closes nothing', () => {
  render(<Panel />);
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  expect(closedPanel).not.toHaveBeenCalled();
});
