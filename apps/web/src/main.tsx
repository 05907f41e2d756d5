import { getMe } from '@airdeck/contract/user/routes';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createConsoleRouter } from './app/router.tsx';
import { call } from './lib/api/call.ts';
import { followLanguage, startTexts } from './lib/i18n/i18n.ts';
import { watchLeaving } from './lib/session/leave.ts';
import { refreshUser, sessionStore } from './lib/session/session-store.ts';
import { watchWidth } from './lib/session/width-reload.ts';

/** The stored user may have changed since; the screens do not wait for it. */
async function refreshSession(): Promise<void> {
  if (sessionStore.get() === null) return;
  refreshUser(await call(getMe, {}));
  await followLanguage();
}

async function start(): Promise<void> {
  watchLeaving();
  watchWidth();
  // The addresses of 130 slices of fonts: the first picture does not wait for them, and only slices in use are loaded.
  void import('./fonts.ts');
  await startTexts();
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App router={createConsoleRouter()} />
    </StrictMode>,
  );
  // A failure here shows again in whatever the screen loads; there is nothing to add to it.
  await refreshSession().catch(() => undefined);
}

void start();
