import { API_BASE } from '@airdeck/contract/route';
import { logout } from '@airdeck/contract/session/routes';
import { call } from '../api/call.ts';
import { expectEnd, leaveHere } from './leave-here.ts';
import { isReloading, markReload, readToken, unmarkReload } from './session-storage.ts';
import { sessionStore } from './session-store.ts';
import { tellTabs } from './tabs.ts';

/**
 * Tells the server and the other tabs that the page is closing. The session then ends unless one of them uses it again
 * within 60 s.
 */
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
  tellTabs({ type: 'closing', token });
}

const isReloadKey = (event: KeyboardEvent): boolean =>
  event.key === 'F5' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'r');

/** Keys that the browser must not handle. Menus and pickers listen to Escape themselves, and keep working. */
const isBlockedKey = (event: KeyboardEvent): boolean => event.key === 'F11' || event.key === 'Escape';

function onKey(event: KeyboardEvent): void {
  if (isReloadKey(event)) return markReload();
  stay();
  if (isBlockedKey(event)) event.preventDefault();
}

/** A user who keeps working cancelled the reload, because input would have been lost. */
function stay(): void {
  if (isReloading()) unmarkReload();
}

/** Watches for the page being left or reloaded. Returns a function that stops it. */
export function watchLeaving(): () => void {
  unmarkReload();
  window.addEventListener('pagehide', sayGoodbye);
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('pointerdown', stay, { capture: true });
  return () => {
    window.removeEventListener('pagehide', sayGoodbye);
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('pointerdown', stay, { capture: true });
  };
}

/** Ends the session on the server and in all tabs. When the server refuses, it throws and nothing changes. */
export async function logOut(): Promise<void> {
  const login = sessionStore.get();
  const token = readToken();
  if (login === null || token === null) return;
  const { user, code } = login;
  // A failure here does not stop the logout.
  await import('../push/push.ts').then(({ leavePush }) => leavePush()).catch(() => undefined);
  // Streams learn of the end before the answer is here.
  expectEnd(token);
  tellTabs({ type: 'leaving', token });
  await call(logout, { body: { code, id: user.login, password: '', username: user.name } });
  tellTabs({ type: 'ended', token, why: 'LOGOUT' });
  leaveHere();
}
