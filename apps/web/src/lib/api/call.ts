import i18next from 'i18next';
import { errorState } from '../failure.ts';
import { currentLanguage, expectedLanguage } from '../i18n/i18n.ts';
import { isEndExpected, isReloadExpected, leaveHere } from '../session/leave-here.ts';
import { hasLogin, readToken, removeToken } from '../session/session-storage.ts';
import { endSession, sessionStore } from '../session/session-store.ts';
import { tellTabs } from '../session/tabs.ts';
import {
  type CallDeps,
  createCall,
  createCallAny,
  createDownload,
  createDownloadAny,
  createUpload,
  createWatch,
  headersOf,
} from './create-call.ts';
import { createEarlyAnswers } from './early-answers.ts';
import { noteExpected } from './expected-answers.ts';
import { createFreshReads } from './fresh-reads.ts';
import { apiUrl, type UrlValues } from './url.ts';

/** Removes the token and reloads the page, which then shows Login and keeps the address for later. */
export function forgetToken(): void {
  removeToken();
  window.location.reload();
}

/** The token is no longer valid in any tab. */
export function onUnauthorized(): void {
  if (isReloadExpected()) return;
  const token = readToken();
  // A late response after logout.
  if (token === null && sessionStore.get() === null) return;
  if (token !== null && isEndExpected(token)) return leaveHere();
  if (token !== null) tellTabs({ type: 'ended', token, why: 'EXPIRED' });
  forgetToken();
}

function onNoLogin(): void {
  // A late response after logout: Login is shown already.
  if (sessionStore.get() === null || isReloadExpected()) return;
  endSession();
  window.location.assign('/');
}

const freshReads = createFreshReads(
  (url, init) => window.fetch(url, init),
  () => performance.now(),
);
const early = createEarlyAnswers(freshReads, Date.now);

/** Requests an answer of the API that the first screen needs, while the screen's code is loaded. */
export function requestEarly(path: string, query: UrlValues): void {
  early.request(apiUrl(path, {}, query), headersOf(expectedLanguage(), readToken()));
}

const deps: CallDeps = {
  fetch: early.fetch,
  readToken,
  hasLogin,
  language: currentLanguage,
  ownMessage: (kind) => {
    if (kind === 'network') return i18next.t('common.error.network');
    return kind === 'timeout' ? i18next.t('common.error.timeout') : i18next.t('common.error.answer');
  },
  errorState,
  onUnauthorized,
  onNoLogin,
  onExpected: noteExpected,
};

export const call = createCall(deps);
export const callAny = createCallAny(deps);
export const watch = createWatch(deps);
export const download = createDownload(deps);
export const downloadAny = createDownloadAny(deps);
export const upload = createUpload(deps);
