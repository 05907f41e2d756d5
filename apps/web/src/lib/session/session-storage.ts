import { user } from '@airdeck/contract/user/schema';
import { z } from 'zod';

const TOKEN_KEY = 'access_token';
const LOGIN_KEY = 'login';
const RELOAD_KEY = 'isReload';
const FOLLOWED_KEY = 'followed';

/** The client's user object has a password, always empty: no answer of the server ever holds one. */
export const storedLogin = z.object({ user: user.extend({ password: z.literal('') }), code: z.string() });
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

/** Marks that another tab's login replaced this one, for a message after the reload. */
export const markFollowed = (): void => sessionStorage.setItem(FOLLOWED_KEY, 'true');

/** Whether that message is due; true only once. */
export function takeFollowed(): boolean {
  const isMarked = sessionStorage.getItem(FOLLOWED_KEY) !== null;
  sessionStorage.removeItem(FOLLOWED_KEY);
  return isMarked;
}

export function clearSession(): void {
  removeToken();
  sessionStorage.removeItem(LOGIN_KEY);
}
