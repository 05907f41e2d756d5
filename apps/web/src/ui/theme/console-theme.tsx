import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { createStyleCache } from './style-cache.ts';
import { theme } from './theme.ts';

const styleCache = createStyleCache((condition) => CSS.supports(condition));

/** Around everything that contains components of MUI. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
