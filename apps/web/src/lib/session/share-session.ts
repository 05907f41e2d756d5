import { API_BASE } from '@airdeck/contract/route';
import { logout } from '@airdeck/contract/session/routes';
import { getMe } from '@airdeck/contract/user/own-routes';
import { forgetToken, watch } from '../api/call.ts';
import { readChosenLanguage, writeChosenLanguage } from '../i18n/i18n.ts';
import { bearer, findUser } from './find-user.ts';
import { expectEnd, expectReload, leaveHere } from './leave-here.ts';
import { markFollowed, markReload, readToken } from './session-storage.ts';
import { sessionStore, takeSession } from './session-store.ts';
import { openTabs, reactTo, type SessionEnd, type TabSession, tellTabs } from './tabs.ts';

/** Longest wait of a tab without a session for another tab's. */
const ANSWER_MS = 200;
/**
 * Times at which a tab reports that it still uses a session which another tab closed. The server waits 60 s; the message of the
 * closing tab may arrive after this tab's, so this tab sends it twice, and late enough.
 */
const STAY_AFTER_MS = [2_000, 8_000];

/** The session of this tab; null is none. */
function ownSession(): TabSession | null {
  const token = readToken();
  const login = sessionStore.get();
  return token === null || login === null ? null : { token, login, language: readChosenLanguage() };
}

export function tellSession(): void {
  const session = ownSession();
  if (session !== null) tellTabs({ type: 'session', session });
}

function enter({ token, login, language }: TabSession): void {
  if (language !== null) writeChosenLanguage(language);
  takeSession(token, login);
}

/** Replaces this tab's session with a newer one that the server accepts, and reloads. The older one ends. */
async function follow({ token, language }: TabSession): Promise<void> {
  const own = ownSession();
  const user = await findUser(token);
  // Meanwhile another message may have redirected this tab.
  if (own === null || user === null || readToken() !== own.token) return;
  expectReload();
  void fetch(`${API_BASE}${logout.path}`, { ...bearer(own.token), method: 'POST', keepalive: true, body: '{}' }).catch(
    () => undefined,
  );
  if (own.login.user.id !== user.id) markFollowed();
  markReload();
  enter({ token, login: { user: { ...user, password: '' }, code: user.organization_code }, language });
  window.location.reload();
}

function leave(why: SessionEnd): void {
  if (why === 'LOGOUT') leaveHere();
  else forgetToken();
}

function stay(): void {
  const token = readToken();
  for (const delay of STAY_AFTER_MS) {
    setTimeout(() => {
      if (readToken() === token) void watch(getMe, {}).catch(() => undefined);
    }, delay);
  }
}

function onMessage(data: unknown): void {
  const reaction = reactTo(data, sessionStore.get() === null ? null : readToken());
  if (reaction.do === 'tell') tellSession();
  else if (reaction.do === 'enter') enter(reaction.session);
  else if (reaction.do === 'follow') void follow(reaction.session);
  else if (reaction.do === 'leave') leave(reaction.why);
  else if (reaction.do === 'expect') expectEnd(reaction.token);
  else if (reaction.do === 'stay') stay();
}

/** Resolves when a session exists, at the latest after `ms`. */
const sessionWithin = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const unsubscribe = sessionStore.subscribe(end);
    const timer = setTimeout(end, ms);
  });

/**
 * Shares the session with the other tabs of this origin from now on. A tab without one asks them first, and waits a
 * moment: without a session in any tab there is no answer.
 */
export async function shareSession(): Promise<void> {
  openTabs(onMessage);
  if (sessionStore.get() !== null) return;
  const found = sessionWithin(ANSWER_MS);
  tellTabs({ type: 'ask' });
  await found;
}
