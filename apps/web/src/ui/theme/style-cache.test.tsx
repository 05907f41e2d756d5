// @vitest-environment jsdom
import { CacheProvider } from '@emotion/react';
import Button from '@mui/material/Button';
import { ThemeProvider } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { cleanup, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createStyleCache } from './style-cache.ts';
import { theme } from './theme.ts';

/** The styles of a button and a text field, in a browser that supports what `supports` says. */
const stylesIn = (supports: (condition: string) => boolean): string => {
  const cache = createStyleCache(supports);
  render(
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <Button>a</Button>
        <TextField label="b" placeholder="c" />
      </ThemeProvider>
    </CacheProvider>,
  );
  const styles = cache.sheet.tags.map(({ textContent }) => textContent).join('');
  cleanup();
  cache.sheet.flush();
  return styles;
};

test('rules that the browser would refuse are not inserted, and it is asked once about each name', () => {
  const supports = vi.fn((_condition: string) => false);
  const styles = stylesIn(supports);
  expect(styles).not.toMatch(/:-(moz|ms)-/);
  expect(styles).toContain('::placeholder');
  expect(styles).toContain('::-webkit-input-placeholder');
  // Of a rule that is left out nothing remains.
  expect(styles).not.toMatch(/(^|\})\s*\{/);
  const asked = supports.mock.calls.map(([condition]) => condition);
  expect(new Set(asked).size).toBe(asked.length);
});

test('the name of placeholders in old Firefox stays where it is known', () => {
  const styles = stylesIn((condition) => condition === 'selector(::-moz-placeholder)');
  expect(styles).toContain('::-moz-placeholder');
  expect(styles).not.toContain(':-ms-');
});

test('properties keep the other names by which a browser knows them', () => {
  const styles = stylesIn(() => false);
  expect(styles).toContain('-webkit-user-select:none;user-select:none');
  expect(styles).toContain('-webkit-print-color-adjust:exact;color-adjust:exact');
});
