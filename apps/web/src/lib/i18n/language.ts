import { LANGUAGES, type Language } from '@airdeck/contract/user/schema';

const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

export interface LanguageSources {
  /** Switched to in this tab; it holds until logout. */
  chosen: string | null;
  /** The logged-in user's own. */
  stored: Language | null;
  /** The browser's, best first: `en-GB`, `ko`. */
  browser: readonly string[];
}

/** The switch that was just made, else the user's stored language, else the browser's, else Korean. */
export function pickLanguage({ chosen, stored, browser }: LanguageSources): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  if (stored !== null) return stored;
  return browser.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'ko';
}
