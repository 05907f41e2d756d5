import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { SnackbarProvider } from 'notistack';
import { queryClient } from '../lib/api/query-client.ts';
import { PageStyles } from '../ui/theme/global-styles.tsx';
import { theme } from '../ui/theme/theme.ts';
import type { ConsoleRouter } from './router.tsx';

const SNACKBAR_MS = 5000;

interface AppProps {
  router: ConsoleRouter;
}

export function App({ router }: AppProps) {
  return (
    <ThemeProvider theme={theme}>
      <PageStyles />
      <QueryClientProvider client={queryClient}>
        <SnackbarProvider
          autoHideDuration={SNACKBAR_MS}
          maxSnack={3}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        >
          <RouterProvider router={router} />
        </SnackbarProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
