// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isReloading, unmarkReload } from './session-storage.ts';
import { useUnsaved } from './unsaved.ts';
import { asksForReload, watchWidth } from './width-reload.ts';

const at = (width: number, orientation = 'landscape-primary') => ({ width, orientation });

test.each([
  [at(1000), at(1049), false],
  [at(1000), at(1050), true],
  [at(1000), at(950), true],
  [at(1000), at(951), false],
  [at(800), at(360, 'portrait-primary'), false],
])('%o → %o', (before, after, reload) => {
  expect(asksForReload(before, after)).toBe(reload);
});

const reload = vi.fn();
let stop: () => void = () => undefined;

const setWidth = (width: number, orientation = 'landscape-primary') => {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('screen', { orientation: { type: orientation } });
  window.dispatchEvent(new Event('resize'));
};

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockReset();
  setWidth(1000);
  stop = watchWidth(reload);
});
afterEach(() => {
  stop();
  cleanup();
  unmarkReload();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the page is loaded again once the width has settled for 300 ms, and keeps the session', () => {
  setWidth(900);
  vi.advanceTimersByTime(299);
  setWidth(940);
  vi.advanceTimersByTime(299);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
  expect(isReloading()).toBe(true);
});

test('a window that comes back to its width is left alone', () => {
  setWidth(700);
  setWidth(1000);
  vi.advanceTimersByTime(300);
  expect(reload).not.toHaveBeenCalled();
});

test('a turned device is no other width; from then on its width counts', () => {
  setWidth(400, 'portrait-primary');
  vi.advanceTimersByTime(300);
  expect([reload.mock.calls.length, isReloading()]).toEqual([0, false]);
  setWidth(460, 'portrait-primary');
  vi.advanceTimersByTime(300);
  expect(reload).toHaveBeenCalledOnce();
});

test('input that is not saved is not lost by it', () => {
  const { unmount } = renderHook(() => useUnsaved(true));
  setWidth(700);
  vi.advanceTimersByTime(300);
  expect(reload).not.toHaveBeenCalled();
  unmount();
  setWidth(701);
  vi.advanceTimersByTime(300);
  expect(reload).toHaveBeenCalledOnce();
});
