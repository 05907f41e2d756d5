import { logout } from '@airdeck/contract/session/routes';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { forgetChosenLanguage } from '../i18n/i18n.ts';
import { endSession, sessionStore } from './session-store.ts';

/** Ends the session here and on the server. Throws, and nothing has changed, when the server does not take it. */
export async function logOut(): Promise<void> {
  const login = sessionStore.get();
  if (login === null) return;
  const { user, code } = login;
  await call(logout, { body: { code, id: user.login, password: '', username: user.name } });
  endSession();
  forgetChosenLanguage();
  queryClient.clear();
}
