import { getMe } from '@airdeck/contract/user/routes';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type ConsoleRouter, createConsoleRouter } from './app/router.tsx';
import { call } from './lib/api/call.ts';
import { queryClient } from './lib/api/query-client.ts';
import { followLanguage, startTexts } from './lib/i18n/i18n.ts';
import { watchLeaving } from './lib/session/leave.ts';
import { refreshUser, sessionStore } from './lib/session/session-store.ts';
import { watchWidth } from './lib/session/width-reload.ts';
import { Snackbars } from './ui/snackbars.tsx';
import { PageStyles } from './ui/theme/global-styles.tsx';
import { theme } from './ui/theme/theme.ts';

interface AppProps {
  router: ConsoleRouter;
}

function App({ router }: AppProps) {
  return (
    <ThemeProvider theme={theme}>
      <PageStyles />
      <QueryClientProvider client={queryClient}>
        <Snackbars>
          <RouterProvider router={router} />
        </Snackbars>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

/** Reloads the stored user, who may have changed since. The screens do not wait for it. */
async function refreshSession(): Promise<void> {
  if (sessionStore.get() === null) return;
  refreshUser(await call(getMe, {}));
  await followLanguage();
}

async function start(): Promise<void> {
  watchLeaving();
  watchWidth();
  // The style sheets of 130 font slices. The first render does not wait for them, and only slices in use are loaded.
  void import('./fonts.ts');
  await startTexts();
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App router={createConsoleRouter()} />
    </StrictMode>,
  );
  // A failure here also fails the queries of the screen, which show it.
  await refreshSession().catch(() => undefined);
}

void start();
