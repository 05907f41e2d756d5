// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleSession, sampleUser } from '../../testing/sample-user.ts';
import { watchLeaving } from './leave.ts';
import { isReloading, markReload, readLogin, readToken } from './session-storage.ts';
import { beginSession, endSession, refreshUser, sessionStore } from './session-store.ts';

const user = sampleUser();
const session = sampleSession();

let stop: () => void = () => undefined;
let sent: { url: string; init: RequestInit }[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response('{}');
  });
  stop = watchLeaving();
});
afterEach(() => {
  stop();
  endSession();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const press = (key: string, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  document.body.dispatchEvent(event);
  return event;
};
const leave = () => window.dispatchEvent(new Event('pagehide'));

test('login is stored as {user, code} with an empty password', () => {
  beginSession(session);
  expect(readToken()).toBe('TOKEN');
  expect(JSON.parse(sessionStorage.getItem('login') ?? '')).toEqual({
    user: { ...user, password: '' },
    code: '00000012',
  });
});

test('a fresh user replaces the stored one; after logout nothing is stored', () => {
  beginSession(session);
  refreshUser({ ...user, name: '박' });
  expect(readLogin()?.user.name).toBe('박');
  endSession();
  refreshUser(user);
  expect(sessionStorage.getItem('login')).toBeNull();
  expect(readToken()).toBeNull();
});

test.each([['{'], ['{}'], ['{"user":{"id":1},"code":"1"}']])('a broken login %s counts as none', (text) => {
  sessionStorage.setItem('login', text);
  expect(readLogin()).toBeNull();
});

test('leaving the page says goodbye, and outlives it', () => {
  beginSession(session);
  leave();
  expect(sent[0]?.url).toBe('/api/v1/logout?closing=true');
  expect(sent[0]?.init).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit' });
  expect(new Headers(sent[0]?.init.headers).get('authorization')).toBe('Bearer TOKEN');
});

test('sends nothing without a session', () => {
  leave();
  expect(sent).toEqual([]);
});

test.each([
  ['F5', {}],
  ['r', { ctrlKey: true }],
  ['R', { ctrlKey: true, shiftKey: true }],
])('%s %o is a reload: nothing is sent', (key, init) => {
  beginSession(session);
  expect(press(key, init).defaultPrevented).toBe(false);
  leave();
  expect(sent).toEqual([]);
});

test('the mark of a reload is gone after it', () => {
  markReload();
  stop();
  stop = watchLeaving();
  expect(isReloading()).toBe(false);
});

test.each(['Escape', 'F11'])('%s is kept from the browser, but not from menus', (key) => {
  const heard = vi.fn();
  document.body.addEventListener('keydown', heard, { once: true });
  expect(press(key).defaultPrevented).toBe(true);
  expect(heard).toHaveBeenCalledOnce();
});

test('typing an r is no reload', () => {
  press('r');
  expect(isReloading()).toBe(false);
  expect(sessionStore.get()).toBeNull();
});
