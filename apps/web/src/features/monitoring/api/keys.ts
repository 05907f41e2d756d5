import type { CardView } from '@airdeck/contract/monitoring/schema';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';

const ALL = 'monitoring';

/** Names of places come in the user's language: each language has answers of its own. */
const keyOf = (...words: readonly (string | number | null)[]) => [ALL, currentLanguage(), ...words];

/** Under which the cache keeps each answer. */
export const KEYS = {
  all: [ALL],
  cards: (view: CardView, id: number | undefined) => keyOf('cards', view, id ?? null),
  sensors: (id: number | undefined) => keyOf('sensors', id ?? null),
  course: (id: number) => keyOf('course', id),
  purifiers: (id: number | undefined) => keyOf('purifiers', id ?? null),
  tree: () => keyOf('tree'),
};

type Key = readonly unknown[];

/** Placeholder for a query: the same answer in the other language, until the new one is there. */
export const whileTranslating =
  (key: Key) =>
  <T>(old: T | undefined, query: { queryKey: Key } | undefined): T | undefined =>
    query !== undefined && query.queryKey.slice(2).join() === key.slice(2).join() ? old : undefined;
