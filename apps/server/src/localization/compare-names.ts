import type { Language } from '@airdeck/contract/user/schema';
import { localName } from '../registry/registry.ts';
import type { Named } from '../registry/snapshot.ts';

/** Created on first use: the first one of a process loads 3 MB of ICU's data. */
const collators = new Map<Language, Intl.Collator>();

const collatorOf = (language: Language): Intl.Collator => {
  const known = collators.get(language);
  if (known !== undefined) return known;
  const collator = new Intl.Collator(language, { numeric: true });
  collators.set(language, collator);
  return collator;
};

/** Collation order of names in a language; "room 2" sorts before "room 10". */
export const compareNames = (language: Language, a: Named, b: Named): number =>
  collatorOf(language).compare(localName(a, language), localName(b, language)) || a.id - b.id;
