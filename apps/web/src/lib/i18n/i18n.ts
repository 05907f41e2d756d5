import { LANGUAGES, type Language } from '@airdeck/contract/user/schema';
import type { Phrases } from '@airdeck/phrases/ko';
import i18next from 'i18next';
import { initReactI18next, setI18n } from 'react-i18next';
import { sessionStore } from '../session/session-store.ts';
import { rememberTexts } from './remember-texts.ts';

const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

interface LanguageSources {
  /** Switched to in this tab; it holds until logout. */
  chosen: Language | null;
  /** The logged-in user's own. */
  stored: Language | null;
  /** The browser's, best first: `en-GB`, `ko`. */
  browser: readonly string[];
}

/** The language of the switch, else the user's stored one, else the browser's, else Korean. */
export function pickLanguage({ chosen, stored, browser }: LanguageSources): Language {
  if (chosen !== null) return chosen;
  if (stored !== null) return stored;
  return browser.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'ko';
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Phrases };
  }
}

const CHOSEN_KEY = 'language';

/** Texts by language, in files that are loaded when they are needed. The public ones include those of Login. */
const TEXTS: Record<Language, Record<'login' | 'public' | 'private', () => Promise<object>>> = {
  ko: {
    login: async () => (await import('@airdeck/phrases/ko/login')).loginTexts,
    public: async () => (await import('@airdeck/phrases/ko/public')).publicTexts,
    private: async () => (await import('@airdeck/phrases/ko/private')).privateTexts,
  },
  en: {
    login: async () => (await import('@airdeck/phrases/en/login')).loginTexts,
    public: async () => (await import('@airdeck/phrases/en/public')).publicTexts,
    private: async () => (await import('@airdeck/phrases/en/private')).privateTexts,
  },
};

const { remembering, forget } = rememberTexts(i18next);

/** Whether the page shows more than Login without a session. */
let needsPublicTexts = false;

/** Loads the texts of a language and switches to it. */
async function loadLanguage(language: Language, withPrivate = sessionStore.get() !== null): Promise<void> {
  const texts = TEXTS[language];
  const wanted = withPrivate ? [texts.public, texts.private] : [needsPublicTexts ? texts.public : texts.login];
  for (const loaded of await Promise.all(wanted.map((load) => load()))) {
    i18next.addResourceBundle(language, 'translation', loaded, true);
  }
  forget();
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Language chosen in this tab; null: none. */
export function readChosenLanguage(): Language | null {
  const chosen = sessionStorage.getItem(CHOSEN_KEY);
  return chosen !== null && isLanguage(chosen) ? chosen : null;
}

export const writeChosenLanguage = (language: Language): void => sessionStorage.setItem(CHOSEN_KEY, language);

/** Loads the texts of the screens after Login. */
export async function preloadTexts(): Promise<void> {
  const texts = TEXTS[currentLanguage()];
  await Promise.all([texts.public(), texts.private()]);
}

/** The language of the choice, the user or the browser. It is loaded by `followLanguage`. */
export const expectedLanguage = (): Language =>
  pickLanguage({
    chosen: readChosenLanguage(),
    stored: sessionStore.get()?.user.language ?? null,
    browser: navigator.languages,
  });

/** Switches to the expected language. To be called again when the user changes. */
export function followLanguage(): Promise<void> {
  return loadLanguage(expectedLanguage());
}

/** The same with the texts of what needs no session, besides Login: from now on for every language. */
export function followLanguageWithPublicTexts(): Promise<void> {
  needsPublicTexts = true;
  return followLanguage();
}

export function chooseLanguage(language: Language): Promise<void> {
  writeChosenLanguage(language);
  return loadLanguage(language);
}

/** The language of a page that needs no session, with all texts. Keeps the user's own choice. */
export const loadLanguageWithAllTexts = (language: Language): Promise<void> => loadLanguage(language, true);

export function forgetChosenLanguage(): void {
  sessionStorage.removeItem(CHOSEN_KEY);
}

export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'ko';
}

export async function startTexts(follow: () => Promise<void> = followLanguage): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: {},
    lng: 'ko',
    // React escapes all texts.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  setI18n(remembering);
  await follow();
}
