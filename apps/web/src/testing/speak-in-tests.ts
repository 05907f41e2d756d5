import type { Language } from '@airdeck/contract/user/schema';
import { en } from '@airdeck/phrases/en';
import { ko } from '@airdeck/phrases/ko';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

/** For tests of components: both languages, loaded at once. */
export async function speakInTests(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { ko: { translation: ko }, en: { translation: en } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}
