import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../lib/api/query-client.ts';
import { Snackbars } from '../ui/snackbars.tsx';
import { PageStyles } from '../ui/theme/global-styles.tsx';
import { theme } from '../ui/theme/theme.ts';
import type { ConsoleRouter } from './router.tsx';

interface AppProps {
  router: ConsoleRouter;
}

export function App({ router }: AppProps) {
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
