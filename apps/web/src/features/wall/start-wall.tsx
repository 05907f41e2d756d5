import { LANGUAGES } from '@airdeck/contract/user/schema';
import { createRoot } from 'react-dom/client';
import { loadLanguageWithAllTexts, startTexts } from '../../lib/i18n/i18n.ts';
import { ConsoleTheme } from '../../ui/theme/console-theme.tsx';
import { stayAwake } from './model/stay-awake.ts';
import { takeToken } from './model/token.ts';
import { WallScreen } from './screen/wall-screen.tsx';

/** The page reloads after an internal error, because there is no user at the screen. */
const RECOVERY_MS = 60_000;

const browserLanguage = () =>
  LANGUAGES.find((language) => navigator.languages[0]?.toLowerCase().startsWith(language)) ?? 'ko';

/** The page of a wall display. It knows of no session, and none of this browser's is used or ended by it. */
export async function startWall(root: HTMLElement): Promise<void> {
  await startTexts(() => loadLanguageWithAllTexts(browserLanguage()));
  const token = takeToken(window);
  // Another link in the same tab changes nothing but the part behind the #.
  window.addEventListener('hashchange', () => window.location.reload());
  stayAwake();
  const recover = () => {
    setTimeout(() => window.location.reload(), RECOVERY_MS);
  };
  createRoot(root, { onUncaughtError: recover }).render(
    <ConsoleTheme>
      <WallScreen token={token} />
    </ConsoleTheme>,
  );
}
