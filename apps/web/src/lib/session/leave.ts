import { API_BASE } from '@airdeck/contract/route';
import { logout } from '@airdeck/contract/session/routes';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { forgetChosenLanguage } from '../i18n/i18n.ts';
import { isReloading, markReload, readToken, unmarkReload } from './session-storage.ts';
import { endSession, sessionStore } from './session-store.ts';

/** Tells the server that the page is closing. The session then ends unless it is used again within 15 s. */
function sayGoodbye(): void {
  const login = sessionStore.get();
  const token = readToken();
  if (login === null || token === null || isReloading()) return;
  void fetch(`${API_BASE}/logout?closing=true`, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: login.code, id: login.user.login, password: '', username: login.user.name }),
  }).catch(() => undefined);
}

const isReloadKey = (event: KeyboardEvent): boolean =>
  event.key === 'F5' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'r');

/** Keys that the browser must not handle. Menus and pickers listen to Escape themselves, and keep working. */
const isBlockedKey = (event: KeyboardEvent): boolean => event.key === 'F11' || event.key === 'Escape';

function onKey(event: KeyboardEvent): void {
  if (isReloadKey(event)) markReload();
  else if (isBlockedKey(event)) event.preventDefault();
}

/** Watches for the page being left or reloaded. Returns a function that stops it. */
export function watchLeaving(): () => void {
  unmarkReload();
  window.addEventListener('pagehide', sayGoodbye);
  window.addEventListener('keydown', onKey, { capture: true });
  return () => {
    window.removeEventListener('pagehide', sayGoodbye);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}

/** Ends the session here and on the server. When the server refuses, it throws and nothing changes. */
export async function logOut(): Promise<void> {
  const login = sessionStore.get();
  if (login === null) return;
  const { user, code } = login;
  await call(logout, { body: { code, id: user.login, password: '', username: user.name } });
  endSession();
  forgetChosenLanguage();
  queryClient.clear();
}
