import { getMe } from '@airdeck/contract/user/own-routes';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router';
import { useSnackbar } from 'notistack';
import { type ReactElement, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api/call.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { followLanguage, preloadTexts } from '../lib/i18n/i18n.ts';
import { onPushClick } from '../lib/push/push.ts';
import { takeFollowed } from '../lib/session/session-storage.ts';
import { refreshUser, sessionStore } from '../lib/session/session-store.ts';
import { Snackbars } from '../ui/snackbars.tsx';
import { ConsoleTheme } from '../ui/theme/console-theme.tsx';
import { preloadScreens } from './preload-screens.ts';
import { type ConsoleRouter, createConsoleRouter } from './router.tsx';
import { loadCards } from './routes/load-cards.ts';
import { loadShell } from './shell/load-shell.ts';

// One for the page's life: it listens to the browser from its beginning to the end.
const history = createBrowserHistory();
onPushClick((path) => history.push(path));

let isSomebodyHere = sessionStore.get() !== null;
// Removes the previous user's data at the next login: the previous user's screens stay until Login shows, and would
// reload missing data.
sessionStore.subscribe(() => {
  const wasSomebodyHere = isSomebodyHere;
  isSomebodyHere = sessionStore.get() !== null;
  if (isSomebodyHere && !wasSomebodyHere) queryClient.clear();
});

/** Read when the page starts: the previous page, which is about to unload, must not consume it. */
let isToldToFollow = takeFollowed();

/** Shown when a login in another tab replaced this one. */
function FollowedNote() {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  useEffect(() => {
    const name = sessionStore.get()?.user.name ?? '';
    if (!isToldToFollow) return;
    isToldToFollow = false;
    enqueueSnackbar(t('shell.followed', { name }), { variant: 'warning' });
  }, [enqueueSnackbar, t]);
  return null;
}

function Console({ router }: { router: ConsoleRouter }) {
  return (
    <ConsoleTheme>
      <QueryClientProvider client={queryClient}>
        <Snackbars>
          <FollowedNote />
          <RouterProvider router={router} />
        </Snackbars>
      </QueryClientProvider>
    </ConsoleTheme>
  );
}

/** Reloads the stored user, who may have changed. The screens do not wait for it. */
async function refreshSession(): Promise<void> {
  if (sessionStore.get() === null) return;
  refreshUser(await call(getMe, {}));
  await followLanguage();
}

/** Shows the console at the present address as soon as its code is loaded. */
export async function openConsole(): Promise<ReactElement> {
  const router = createConsoleRouter({ history });
  await router.load();
  // A failure here also fails the queries of the screen, which show it.
  void refreshSession().catch(() => undefined);
  preloadScreens(router).catch(() => undefined);
  return <Console router={router} />;
}

/** Loads the code after Login while the user is still logging in. */
export async function preloadHome(): Promise<void> {
  await Promise.all([loadShell(), loadCards(), preloadTexts()]);
}
