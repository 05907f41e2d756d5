import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of WCAG 2.2 A and AA that a program can check. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rule that takes longest. */
const COLOURS = 'color-contrast';

interface Options {
  /** All rules of axe, its best practices included. */
  isStrict?: boolean;
  colours?: boolean;
  /** A selector, for a part of the page. */
  within?: string;
}

/**
 * Fails with the elements that break a rule of accessibility. axe runs in the page itself and is loaded once per document.
 * Its package for Playwright opens a second page for each run and describes passed checks too, for five times the
 * processor time.
 */
export const expectAccessible = async (
  page: Page,
  what: string,
  { isStrict = false, colours = true, within }: Options = {},
): Promise<void> => {
  // Frames are not looked into; the console has none.
  expect(page.frames(), what).toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const options: Axe.RunOptions = {
    ...(!isStrict && { runOnly: { type: 'tag', values: WCAG } }),
    ...(!colours && { rules: { [COLOURS]: { enabled: false } } }),
    resultTypes: ['violations'],
  };
  const violations = await page.evaluate(
    async ({ options, within }) => {
      const { axe } = window as Window & { axe?: typeof Axe };
      const result = await axe?.run(within ?? document, options);
      return result?.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { options, within },
  );
  expect(violations, what).toEqual([]);
};
