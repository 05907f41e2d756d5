import { setTimeout as wait } from 'node:timers/promises';
import type { Session } from '@airdeck/contract/session/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { Role } from '@airdeck/domain/role';
import { expect, type Page } from '@playwright/test';
import { servers } from './servers.ts';

/** How often a busy server is asked again, and how long it has in between. */
const TRIES = 60;
const PAUSE_MS = 500;

/** The answer of the API; a busy server asks for patience. */
const answerOf = async <T>(path: string, init: RequestInit): Promise<T> => {
  for (let left = TRIES; ; left--) {
    const answer = await fetch(`${servers().demo.url}/api/v1/${path}`, init);
    if (answer.ok) return (await answer.json()) as T;
    const isBusy = answer.status === 429 || answer.status === 503;
    if (!isBusy || left === 0) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    await wait(PAUSE_MS);
  }
};

/** A separate session through the demo's login: the login form allows thirty logins a minute. */
const logIn = (role: Role): Promise<Session> => {
  const headers = { 'content-type': 'application/json' };
  return answerOf('demo/login', { method: 'POST', headers, body: JSON.stringify({ authority: role }) });
};

const sessions = new Map<Role, Promise<Session>>();

/** Calls the API as a role, without the browser; names are in the language. */
export const askApi = async <T>(
  role: Role,
  path: string,
  {
    query = {},
    method = 'POST',
    body,
    language = 'ko',
  }: { query?: Record<string, string>; method?: 'POST' | 'PUT'; body?: object; language?: Language } = {},
): Promise<T> => {
  const session = sessions.get(role) ?? logIn(role);
  sessions.set(role, session);
  const headers = {
    authorization: `Bearer ${(await session).access_token}`,
    'content-type': 'application/json',
    'accept-language': language,
  };
  const init = body === undefined ? { headers } : { method, headers, body: JSON.stringify(body) };
  return answerOf(`${path}?${new URLSearchParams(query)}`, init);
};

/**
 * Opens an address with a session in this tab: a session of the server, stored where Login stores it. `session.spec.ts`
 * tests Login itself.
 */
export const openAs = async (page: Page, role: Role, address: string, language: Language = 'ko'): Promise<void> => {
  const { access_token, user } = await logIn(role);
  const items = {
    access_token,
    login: JSON.stringify({ user: { ...user, password: '' }, code: user.organization_code }),
    language,
  };
  await page.addInitScript((given) => {
    // Once: what a page does to its own session afterwards stays.
    if (sessionStorage.getItem('e2e') !== null) return;
    for (const [key, value] of Object.entries({ ...given, e2e: 'Y' })) sessionStorage.setItem(key, value);
  }, items);
  await page.goto(servers().demo.url + address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

/** Goes to an address as a link within the console does, without reloading the page. */
export const go = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), address);
