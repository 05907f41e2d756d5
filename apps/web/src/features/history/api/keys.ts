import { currentLanguage } from '../../../lib/i18n/i18n.ts';

/** Names of places come in the user's language: each language has answers of its own. */
export const historyKey = (...words: readonly unknown[]) => ['history', currentLanguage(), ...words];
