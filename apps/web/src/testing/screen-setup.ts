import type { Language } from '@airdeck/contract/user/schema';
import { en } from '@airdeck/phrases/en';
import { ko } from '@airdeck/phrases/ko';
import { configure } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { vi } from 'vitest';

/** Every wait has a deadline, far beyond what a busy machine needs. */
const DEADLINE_MS = 20_000;

vi.setConfig({ testTimeout: 60_000 });
configure({
  asyncUtilTimeout: DEADLINE_MS,
  // The default prints the whole document for every query without a match.
  getElementError: (message) => new Error(message ?? 'not found'),
});

/** For tests of components: both languages, loaded at once. */
export async function speakInTests(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { ko: { translation: ko }, en: { translation: en } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}
