import { createRoot } from 'react-dom/client';
import { loadLanguageWithAllTexts, pickLanguage, startTexts } from '../../lib/i18n/i18n.ts';
import { ConsoleTheme } from '../../ui/theme/console-theme.tsx';
import { PublicPageScreen } from './public-page-screen.tsx';

/** The public page of an organization. It knows of no session, and neither reads nor stores anything in this browser. */
export async function startPublicPage(root: HTMLElement): Promise<void> {
  const language = pickLanguage({ chosen: null, stored: null, browser: navigator.languages });
  await startTexts(() => loadLanguageWithAllTexts(language));
  const slug = window.location.pathname.split('/')[2] ?? '';
  createRoot(root).render(
    <ConsoleTheme>
      <PublicPageScreen slug={slug} />
    </ConsoleTheme>,
  );
}
