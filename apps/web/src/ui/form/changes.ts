/** A field that a save changes, both values in words. */
export interface Change {
  name: string;
  label: string;
  /** null where the old value is secret, or there was none. */
  before: string | null;
  /** null if the texts of both values are equal. */
  after: string | null;
}

/** Whether two values of a field are alike, also lists; an empty text is none. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(given(a)) === JSON.stringify(given(b));

const given = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** Number of characters shown of a value, and of the common part before the difference. */
export const MAX_SHOWN_LENGTH = 60;
const KEPT_BEFORE = 12;

/** The part of a long text that begins shortly before `differs`, a number of characters. */
const excerpt = (characters: readonly string[], differs: number): string => {
  if (characters.length <= MAX_SHOWN_LENGTH) return characters.join('');
  const from = Math.max(0, Math.min(differs - KEPT_BEFORE, characters.length - MAX_SHOWN_LENGTH + 1));
  const room = MAX_SHOWN_LENGTH - (from > 0 ? 1 : 0);
  const isCut = characters.length - from > room;
  const part = characters.slice(from, from + room - (isCut ? 1 : 0)).join('');
  return `${from > 0 ? '…' : ''}${part}${isCut ? '…' : ''}`;
};

const apart = (before: string, after: string): Pick<Change, 'before' | 'after'> => {
  if (before === after) return { before: null, after: null };
  const [old, now] = [Array.from(before), Array.from(after)];
  const found = now.findIndex((character, i) => character !== old[i]);
  const differs = found < 0 ? now.length : found;
  return { before: excerpt(old, differs), after: excerpt(now, differs) };
};

interface ChangedField {
  name: string;
  label: string;
  before: unknown;
  after: unknown;
  /** A value in words; '' where there is none. */
  words: (value: unknown, side: 'before' | 'after') => string;
  /** Whether only the fact of the change is shown, and not the old value. */
  secret?: boolean;
}

/** The changes of a save, in the order of the fields; equal values are left out. */
export const changesOf = (fields: readonly ChangedField[]): Change[] =>
  fields
    .filter(({ before, after }) => !isSame(before, after))
    .map(({ name, label, before, after, words, secret = false }) => ({
      name,
      label,
      ...(secret ? { before: null, after: null } : apart(words(before, 'before'), words(after, 'after'))),
    }));
