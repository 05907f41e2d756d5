// @vitest-environment jsdom
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The styles of a button and a text field, in a browser that supports what `supports` says. */
const stylesIn = async (supports: (condition: string) => boolean): Promise<string> => {
  vi.stubGlobal('CSS', { supports: vi.fn(supports) });
  const { ConsoleTheme } = await import('./console-theme.tsx');
  render(
    <ConsoleTheme>
      <Button>a</Button>
      <TextField label="b" placeholder="c" />
    </ConsoleTheme>,
  );
  return [...document.querySelectorAll('style[data-emotion]')].map(({ textContent }) => textContent).join('');
};

beforeEach(() => vi.resetModules());
afterEach(() => {
  cleanup();
  for (const each of document.querySelectorAll('style')) each.remove();
  vi.unstubAllGlobals();
});

test('rules that the browser would refuse are not inserted, and it is asked once about each name', async () => {
  const styles = await stylesIn(() => false);
  expect(styles).not.toMatch(/:-(moz|ms)-/);
  expect(styles).toContain('::placeholder');
  expect(styles).toContain('::-webkit-input-placeholder');
  // Of a rule that is left out nothing remains.
  expect(styles).not.toMatch(/(^|\})\s*\{/);
  const asked = vi.mocked(CSS.supports).mock.calls.map(([condition]) => condition);
  expect(new Set(asked).size).toBe(asked.length);
});

test('the name of placeholders in old Firefox stays where it is known', async () => {
  const styles = await stylesIn((condition) => condition === 'selector(::-moz-placeholder)');
  expect(styles).toContain('::-moz-placeholder');
  expect(styles).not.toContain(':-ms-');
});

test('properties keep the other names by which a browser knows them', async () => {
  const styles = await stylesIn(() => false);
  expect(styles).toContain('-webkit-user-select:none;user-select:none');
  expect(styles).toContain('-webkit-print-color-adjust:exact;color-adjust:exact');
});
