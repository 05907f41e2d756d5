import { SIGN_ON_PATH } from '@airdeck/contract/sign-on/path';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { requestFirstAnswers } from './app/early-requests.ts';
import { isPublicAddress, loginAddress } from './app/login-address.ts';
import { loadCards } from './app/routes/load-cards.ts';
import { loadShell } from './app/shell/load-shell.ts';
import { StartFailure } from './app/start-failure.tsx';
import { type LoginNote, LoginScreen } from './features/session/login-screen.tsx';
import { followLanguage, followLanguageWithPublicTexts, startTexts } from './lib/i18n/i18n.ts';
import { watchLeaving } from './lib/session/leave.ts';
import { hasLogin, readSignOnSearch } from './lib/session/session-storage.ts';
import { endSession, sessionStore } from './lib/session/session-store.ts';
import { shareSession } from './lib/session/share-session.ts';
import { watchWidth } from './lib/session/width-reload.ts';
import { stylePage } from './ui/theme/page-styles.ts';

/** The console without Login. It is loaded while a user logs in, or at once where a session exists. */
const loadConsole = () => import('./app/console.tsx');

const findPage = (): HTMLElement => {
  const page = document.getElementById('root');
  if (page === null) throw new Error('index.html has no #root');
  return page;
};
const page = findPage();
let root: Root | undefined;
const render = (screen: React.ReactNode): void => {
  root ??= createRoot(page);
  root.render(<StrictMode>{screen}</StrictMode>);
};

let shown: 'login' | 'console' | null = null;

/** Loads the console while the browser is idle. */
function preloadConsole(): void {
  const preload = () =>
    void loadConsole().then(
      ({ preloadHome }) => preloadHome(),
      () => undefined,
    );
  if ('requestIdleCallback' in window) window.requestIdleCallback(preload);
  else setTimeout(preload, 1_000);
}

async function showLogin(note: LoginNote | null, answer: string | null = null): Promise<void> {
  shown = 'login';
  await followLanguage();
  render(<LoginScreen note={note} answer={answer} />);
  preloadConsole();
}

async function showConsole(): Promise<void> {
  shown = 'console';
  try {
    const [{ openConsole }] = await Promise.all([loadConsole(), followLanguageWithPublicTexts()]);
    const screen = await openConsole();
    // The session may have ended meanwhile.
    if (shown === 'console') render(screen);
  } catch (error) {
    // The screen says what to do; the browser's console names the cause.
    console.error(error);
    render(<StartFailure />);
  }
}

/** Shows Login or the console after each login and logout. The old screen stays until the new one is loaded. */
function follow(): void {
  const isInside = sessionStore.get() !== null || isPublicAddress(window.location.pathname);
  if (isInside && shown !== 'console') void showConsole();
  if (isInside || shown === 'login') return;
  // A logout also clears the remembered address.
  window.history.replaceState(null, '', '/');
  void showLogin('LOGGED_OUT');
}

/** Separate pages without a session: a wall display, and the public page of an organization. */
const ALONE = /^\/(wall$|public\/)/;

/**
 * The query with which a provider of single sign-on has sent the browser back; null: it has not. It leaves the address,
 * which becomes that of Login as it was.
 */
function takeSignOnAnswer(): string | null {
  const { pathname, search } = window.location;
  if (pathname !== SIGN_ON_PATH) return null;
  window.history.replaceState(null, '', `/${readSignOnSearch()}`);
  return search;
}

async function start(): Promise<void> {
  stylePage();
  // The style sheets of 130 font slices. The first render does not wait for them, and only slices in use are loaded.
  void import('./fonts/fonts.ts');
  if (ALONE.test(window.location.pathname)) return (await import('./app/start-alone.tsx')).startAlone(page);
  const answer = takeSignOnAnswer();
  watchLeaving();
  watchWidth();
  if (sessionStore.get() !== null) {
    requestFirstAnswers(window.location.pathname);
    // At once, and not one after the other as they name each other.
    for (const load of [loadConsole, loadShell, loadCards]) load().catch(() => undefined);
  }
  await Promise.all([startTexts(), shareSession()]);
  const { pathname, search, hash } = window.location;
  sessionStore.subscribe(follow);
  if (sessionStore.get() !== null || isPublicAddress(pathname)) return showConsole();
  const isExpired = hasLogin();
  endSession();
  if (pathname !== '/') window.history.replaceState(null, '', loginAddress(`${pathname}${search}${hash}`));
  return showLogin(isExpired ? 'EXPIRED' : null, answer);
}

void start();
