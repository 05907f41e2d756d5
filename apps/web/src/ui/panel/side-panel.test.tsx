// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speakInTests } from '../../testing/screen-setup.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { PanelSplit, SidePanel, useEscape } from './side-panel.tsx';

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
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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

function List({ open: openAtFirst = false, keepsRow = true }: { open?: boolean; keepsRow?: boolean }) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <PanelSplit open={open}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: like the table */}
      <section aria-label="목록" tabIndex={0}>
        {open && !keepsRow ? null : (
          <button type="button" onClick={() => setOpen(true)}>
            행
          </button>
        )}
      </section>
      {open ? (
        <SidePanel
          label="상세"
          query={{ data: '내용', error: null, refetch: () => undefined }}
          gone="없음"
          onClose={() => setOpen(false)}
        >
          {(text) => <p>{text}</p>}
        </SidePanel>
      ) : null}
    </PanelSplit>
  );
}

const beside = () =>
  vi.stubGlobal('matchMedia', (query: string) => {
    const ignore = () => undefined;
    return { matches: query.includes('min-width'), addEventListener: ignore, removeEventListener: ignore };
  });

test.each([
  ['its row', true, '행'],
  ['the list, if its row has left it', false, '목록'],
])('a panel takes the focus and gives it back to %s', (_, keepsRow, name) => {
  beside();
  const { rerender } = render(<List />);
  const row = screen.getByRole('button', { name: '행' });
  row.focus();
  fireEvent.click(row);
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: '상세' }));
  rerender(<List keepsRow={keepsRow} />);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  const focused = document.activeElement;
  expect(focused?.getAttribute('aria-label') ?? focused?.textContent).toBe(name);
});

test('a panel that an address opens takes no focus', () => {
  beside();
  render(<List open />);
  expect(document.activeElement).toBe(document.body);
});
