import { hashKey, type Query, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { currentLanguage } from '../i18n/i18n.ts';

/** A change invalidates the cached answers of a scope together. */
type QueryScope =
  | 'administration'
  | 'alarms'
  | 'auto-mode'
  | 'control'
  | 'export'
  | 'history'
  | 'monitoring'
  | 'purifier'
  | 'push'
  | 'route';

/** Scope and language precede the parts of a key. */
const PREFIX_LENGTH = 2;

const partsOf = (key: QueryKey): QueryKey => key.slice(PREFIX_LENGTH);

/**
 * Key of a cached answer. Answers name places in the viewer's language, so each language has its own.
 * Call it while rendering: a key that a constant keeps does not follow a switch of the language.
 */
export const queryKey = (scope: QueryScope, ...parts: QueryKey): QueryKey => [scope, currentLanguage(), ...parts];

/** Matches the answers of a scope whose keys begin with these parts, in every language. */
export const queriesOf = (scope: QueryScope, ...parts: QueryKey) =>
  ({
    queryKey: [scope],
    predicate: ({ queryKey: key }: Query) => hashKey(partsOf(key).slice(0, parts.length)) === hashKey(parts),
  }) satisfies QueryFilters;

/** First part of a key of `queryKey`. */
export const firstPartOf = (key: QueryKey | undefined): unknown => key && partsOf(key)[0];

/** Placeholder for a query: the same answer in the other language, until the new one is loaded. */
export const whileTranslating =
  (key: QueryKey) =>
  <T>(old: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined =>
    query !== undefined && hashKey(partsOf(query.queryKey)) === hashKey(partsOf(key)) ? old : undefined;
