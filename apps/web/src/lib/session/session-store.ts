import type { Session } from '@airdeck/contract/session/schema';
import type { User } from '@airdeck/contract/user/schema';
import { createStore, type Store } from '../store.ts';
import { clearSession, readLogin, readToken, type StoredLogin, writeLogin, writeToken } from './session-storage.ts';

/** The login of the session storage, if there is a token too. */
function restore(): StoredLogin | null {
  return readToken() === null ? null : readLogin();
}

/** Login of this tab; null without one. Restored from session storage when the page loads. */
export const sessionStore: Store<StoredLogin | null> = createStore(restore());

function keep(user: User): void {
  const login: StoredLogin = { user: { ...user, password: '' }, code: user.organization_code };
  writeLogin(login);
  sessionStore.set(login);
}

export function beginSession(session: Session): void {
  writeToken(session.access_token);
  keep(session.user);
}

/** Adopts the session of another tab. */
export function takeSession(token: string, login: StoredLogin): void {
  writeToken(token);
  writeLogin(login);
  sessionStore.set(login);
}

/** Stores the user as the server has it now, unless the session has ended. */
export function refreshUser(user: User): void {
  if (sessionStore.get() !== null) keep(user);
}

export function endSession(): void {
  clearSession();
  sessionStore.set(null);
}
