import { vi } from 'vitest';

/**
 * jsdom has no canvas. In place of `echarts/core`, which draws on one:
 * `vi.mock('echarts/core', () => import('…/testing/stub-canvas.ts'))`, and `stubCanvas()` before each test.
 */
export const use = (): void => undefined;

export const init = () => ({
  setOption: () => undefined,
  getWidth: () => 1_000,
  getZr: () => ({ flush: () => undefined }),
  resize: () => undefined,
  dispose: () => undefined,
});

/** Further APIs that jsdom lacks and a chart needs. */
export function stubCanvas(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
}
