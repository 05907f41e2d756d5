import type { Language } from '@airdeck/contract/user/schema';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

const languageNow = (): Language => (i18next.language === 'en' ? 'en' : 'ko');

/**
 * The language on screen; the component renders again when it changes. A screen asks hundreds of times, and
 * `useTranslation` has ten hooks.
 */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, languageNow);
