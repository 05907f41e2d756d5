import type { Language } from '@airdeck/contract/user/schema';
import { localName } from './registry.ts';
import type { Named } from './snapshot.ts';

const collators: Record<Language, Intl.Collator> = {
  ko: new Intl.Collator('ko', { numeric: true }),
  en: new Intl.Collator('en', { numeric: true }),
};

/** Order of names as people of a language look them up; "room 2" before "room 10". */
export const compareNames = (language: Language, a: Named, b: Named): number =>
  collators[language].compare(localName(a, language), localName(b, language)) || a.id - b.id;
