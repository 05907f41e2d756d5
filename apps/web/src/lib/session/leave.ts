import { API_BASE } from '@airdeck/contract/route';
import { isReloading, markReload, readToken, unmarkReload } from './session-storage.ts';
import { sessionStore } from './session-store.ts';

/** The page goes away: tells the server that the session may end, unless somebody uses it again within 15 s. */
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

/** Escape keeps working for menus and pickers: they listen themselves. Only the browser is kept from it. */
const isBlockedKey = (event: KeyboardEvent): boolean => event.key === 'F11' || event.key === 'Escape';

function onKey(event: KeyboardEvent): void {
  if (isReloadKey(event)) markReload();
  else if (isBlockedKey(event)) event.preventDefault();
}

/** Watches for the page being left or loaded again. Returns what ends the watch. */
export function watchLeaving(): () => void {
  unmarkReload();
  window.addEventListener('pagehide', sayGoodbye);
  window.addEventListener('keydown', onKey, { capture: true });
  return () => {
    window.removeEventListener('pagehide', sayGoodbye);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}
