import type { Page } from '@playwright/test';

/** Texts that cannot be read to their end, and words that are broken within, as a reader would name them. */
export function findClipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const isHidden = (element: Element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('script, style, noscript, svg, option, [aria-hidden="true"]') !== null;
    const isForScreenReaders = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath.startsWith('inset') || isForScreenReaders(element.parentElement));
    // A text that is cut on purpose ends with dots, and has a tooltip with the full text.
    const isTold = (element: Element) => element.closest('[title], [aria-label]') !== null;
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      const text = (node.textContent ?? '').trim();
      if (parent === null || text === '' || isHidden(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width < 2 || isForScreenReaders(parent)) continue;
      for (let around: Element | null = parent; around !== null; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (style.position === 'fixed') break;
        if (style.overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        const right = edge.left + around.clientLeft + around.clientWidth;
        const left = edge.left + around.clientLeft;
        const isOver = box.right > right + 1 || box.left < left - 1;
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') {
          if (isOver) found.add(`scrolls: ${text}`);
          break;
        }
        if (!isOver) continue;
        if (!(style.textOverflow === 'ellipsis' && isTold(around))) found.add(`clipped: ${text}`);
        break;
      }
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].filter((r) => r.width > 1).map(({ top }) => Math.round(top)));
        // A longer one has to be broken somewhere.
        if (lines.size > 1 && word.length <= 20) found.add(`broken: ${word}`);
      }
    }
    return [...found];
  });
}
