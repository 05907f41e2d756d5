import type { Language } from '@airdeck/contract/user/schema';
import type { Phrases } from '@airdeck/phrases/ko';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { sessionStore } from '../session/session-store.ts';
import { pickLanguage } from './language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Phrases };
  }
}

const CHOSEN_KEY = 'language';

/** One download per language, and only of the one that is spoken. */
const TEXTS: Record<Language, () => Promise<object>> = {
  ko: async () => (await import('@airdeck/phrases/ko')).ko,
  en: async () => (await import('@airdeck/phrases/en')).en,
};

async function speak(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await TEXTS[language]());
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Speaks the language that choice, user and browser ask for. To be called again when the user changes. */
export function followLanguage(): Promise<void> {
  return speak(
    pickLanguage({
      chosen: sessionStorage.getItem(CHOSEN_KEY),
      stored: sessionStore.get()?.user.language ?? null,
      browser: navigator.languages,
    }),
  );
}

export function chooseLanguage(language: Language): Promise<void> {
  sessionStorage.setItem(CHOSEN_KEY, language);
  return speak(language);
}

export function forgetChosenLanguage(): void {
  sessionStorage.removeItem(CHOSEN_KEY);
}

export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'ko';
}

export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: {},
    lng: 'ko',
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await followLanguage();
}
