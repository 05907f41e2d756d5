import type { FieldCode } from '@airdeck/contract/error/field-code';
import { fieldLabel, type Texts } from '../export/texts.ts';
import { type Cell, FORMULA } from './sheet-row.ts';

const plain = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
/** A heading of a template without its note: `Use (In use / Not in use) *`. */
const withoutNote = (heading: string): string => heading.replace(/ ?\*$/, '').replace(/ \([^()]*\)$/, '');

export interface Headings {
  /** The field of each column; '' for one that is unknown or not read. */
  fields: string[];
  /** The columns that are known and not read. */
  ignored: string[];
  /** Columns by field; unknown columns by heading. */
  errors: [string, FieldCode][];
}

/**
 * Assigns columns to fields: the heading is the field's name, or its label in either language, perhaps with a template's
 * note. `others`: fields of exported files that are not read.
 */
export const readHeadings = (
  cells: readonly Cell[],
  known: readonly string[],
  others: readonly string[],
  languages: readonly Texts[],
): Headings => {
  // A later one with the same label wins.
  const byHeading = new Map(
    [...others, ...known].flatMap((name) =>
      [name, ...languages.map((texts) => fieldLabel(texts, name) ?? name)].map(
        (label) => [plain(label), name] as const,
      ),
    ),
  );
  const errors: Headings['errors'] = [];
  const ignored: string[] = [];
  const seen = new Set<string>();
  const fields = cells.map((cell) => {
    const heading = cell === FORMULA ? '=' : cell;
    if (heading.trim() === '') return '';
    const field = byHeading.get(plain(heading)) ?? byHeading.get(withoutNote(plain(heading)));
    if (field !== undefined && others.includes(field)) {
      ignored.push(field);
      return '';
    }
    if (field === undefined) errors.push([heading.slice(0, 60), 'UNKNOWN_FIELD']);
    else if (seen.has(field)) errors.push([field, 'REPEATED']);
    else seen.add(field);
    return field ?? '';
  });
  return { fields, ignored, errors };
};
