import type { Language } from '@airdeck/contract/user/schema';
import { useTranslation } from 'react-i18next';

/** The language on screen; the component renders again when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language === 'en' ? 'en' : 'ko';
}
