import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import { loadLanguageWithAllTexts, pickLanguage, startTexts } from '../../lib/i18n/i18n.ts';
import { theme } from '../../ui/theme/theme.ts';
import { PublicPageScreen } from './public-page-screen.tsx';

/** The public page of an organization. It knows of no session, and neither reads nor stores anything in this browser. */
export async function startPublicPage(root: HTMLElement): Promise<void> {
  const language = pickLanguage({ chosen: null, stored: null, browser: navigator.languages });
  await startTexts(() => loadLanguageWithAllTexts(language));
  const slug = window.location.pathname.split('/')[2] ?? '';
  createRoot(root).render(
    <ThemeProvider theme={theme}>
      <PublicPageScreen slug={slug} />
    </ThemeProvider>,
  );
}
