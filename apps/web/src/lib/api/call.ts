import i18next from 'i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { hasLogin, readToken, removeToken } from '../session/session-storage.ts';
import { endSession } from '../session/session-store.ts';
import { type CallDeps, createCall, createDownload, createUpload, createWatch } from './create-call.ts';
import { errorState } from './failure.ts';

/** Removes the token and reloads the page, which then shows Login and keeps the address for later. */
export function onUnauthorized(): void {
  removeToken();
  window.location.reload();
}

function onNoLogin(): void {
  endSession();
  window.location.assign('/');
}

const deps: CallDeps = {
  fetch: (input, init) => window.fetch(input, init),
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
};

export const call = createCall(deps);
export const watch = createWatch(deps);
export const download = createDownload(deps);
export const upload = createUpload(deps);
