import type { Language } from '@airdeck/contract/user/schema';
import { localName } from '../registry/registry.ts';
import type { Named } from '../registry/snapshot.ts';

const collators: Record<Language, Intl.Collator> = {
  ko: new Intl.Collator('ko', { numeric: true }),
  en: new Intl.Collator('en', { numeric: true }),
};

/** Collation order of names in a language; "room 2" sorts before "room 10". */
export const compareNames = (language: Language, a: Named, b: Named): number =>
  collators[language].compare(localName(a, language), localName(b, language)) || a.id - b.id;
