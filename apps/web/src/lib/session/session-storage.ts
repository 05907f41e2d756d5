import { user } from '@airdeck/contract/user/schema';
import { z } from 'zod';

const TOKEN_KEY = 'access_token';
const LOGIN_KEY = 'login';
const RELOAD_KEY = 'isReload';
const FOLLOWED_KEY = 'followed';
const LOGIN_HINT_KEY = 'login.hint';
const SIGN_ON_KEY = 'sign-on';
const SIGN_ON_SEARCH_KEY = 'sign-on.search';

/** The client's user object has a `password` field that is always empty: the server never returns passwords. */
export const storedLogin = z.object({
  user: user.extend({ password: z.literal(''), assigned: user.shape.assigned.default(null) }),
  code: z.string(),
});
export type StoredLogin = z.infer<typeof storedLogin>;

export const readToken = (): string | null => sessionStorage.getItem(TOKEN_KEY);
export const removeToken = (): void => sessionStorage.removeItem(TOKEN_KEY);
export const hasLogin = (): boolean => sessionStorage.getItem(LOGIN_KEY) !== null;

/** The stored login; null when there is none or it cannot be read. */
export function readLogin(): StoredLogin | null {
  const text = sessionStorage.getItem(LOGIN_KEY);
  if (text === null) return null;
  try {
    return storedLogin.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export const writeToken = (token: string): void => sessionStorage.setItem(TOKEN_KEY, token);
export const writeLogin = (login: StoredLogin): void => sessionStorage.setItem(LOGIN_KEY, JSON.stringify(login));

/** Marks that the page is about to be reloaded, so that leaving it does not end the session. */
export const markReload = (): void => sessionStorage.setItem(RELOAD_KEY, 'true');
export const unmarkReload = (): void => sessionStorage.removeItem(RELOAD_KEY);
export const isReloading = (): boolean => sessionStorage.getItem(RELOAD_KEY) !== null;

/** Records that a login in another tab replaced this tab's login, for a message after the reload. */
export const markFollowed = (): void => sessionStorage.setItem(FOLLOWED_KEY, 'true');

/** Returns whether that message is pending, and clears the record. */
export function takeFollowed(): boolean {
  const isMarked = sessionStorage.getItem(FOLLOWED_KEY) !== null;
  sessionStorage.removeItem(FOLLOWED_KEY);
  return isMarked;
}

const loginHint = z.object({ code: z.string(), id: z.string() });
/** Organization code and id for the next login in this tab. Never a password. */
export type LoginHint = z.infer<typeof loginHint>;

/** Fills in Login after a password was set. The hint stays until a login, so that a reload of Login keeps it. */
export const writeLoginHint = (hint: LoginHint): void => sessionStorage.setItem(LOGIN_HINT_KEY, JSON.stringify(hint));
export const removeLoginHint = (): void => sessionStorage.removeItem(LOGIN_HINT_KEY);

export function readLoginHint(): LoginHint | null {
  try {
    return loginHint.safeParse(JSON.parse(sessionStorage.getItem(LOGIN_HINT_KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps the secret of a single sign-on, and the query of Login with the address after it, until the provider answers. */
export function writeSignOn(secret: string, search: string): void {
  sessionStorage.setItem(SIGN_ON_KEY, secret);
  sessionStorage.setItem(SIGN_ON_SEARCH_KEY, search);
}

export const readSignOnSearch = (): string => sessionStorage.getItem(SIGN_ON_SEARCH_KEY) ?? '';

/** The secret of a single sign-on, once. */
export function takeSignOn(): string | null {
  const secret = sessionStorage.getItem(SIGN_ON_KEY);
  sessionStorage.removeItem(SIGN_ON_KEY);
  return secret;
}

export function clearSession(): void {
  removeToken();
  sessionStorage.removeItem(LOGIN_KEY);
}
