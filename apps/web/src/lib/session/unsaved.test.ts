// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleSession } from '../../testing/sample-user.ts';
import { beginSession, endSession } from './session-store.ts';
import { countUnsaved, useUnsaved } from './unsaved.ts';

const isAsked = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => beginSession(sampleSession()));
afterEach(() => {
  cleanup();
  endSession();
  sessionStorage.clear();
});

test('the browser asks while any form holds input, and no longer', () => {
  expect(isAsked()).toBe(false);
  const one = renderHook(() => useUnsaved(true));
  const other = renderHook(({ dirty }) => useUnsaved(dirty), { initialProps: { dirty: true } });
  expect([countUnsaved(), isAsked()]).toEqual([2, true]);
  one.unmount();
  expect(isAsked()).toBe(true);
  other.rerender({ dirty: false });
  expect([countUnsaved(), isAsked()]).toEqual([0, false]);
});

test('does not ask after the end of the session: the page reloads by itself', () => {
  renderHook(() => useUnsaved(true));
  sessionStorage.removeItem('access_token');
  expect(isAsked()).toBe(false);
});

test('does not ask at Login', () => {
  endSession();
  renderHook(() => useUnsaved(true));
  expect(isAsked()).toBe(false);
});
