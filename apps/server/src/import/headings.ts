import type { FieldCode } from '@airdeck/contract/error/field-code';
import { fieldLabel, type Texts } from '../export/texts.ts';
import { type Cell, FORMULA } from './sheet-row.ts';

const plain = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

export interface Headings {
  /** The field of each column; '' for an unknown column. */
  fields: string[];
  /** Columns by field; unknown columns by heading. */
  errors: [string, FieldCode][];
}

/** Assigns columns to fields: the heading is the field's name, or its label in either language. */
export const readHeadings = (
  cells: readonly Cell[],
  known: readonly string[],
  required: readonly string[],
  languages: readonly Texts[],
): Headings => {
  const byHeading = new Map(
    known.flatMap((name) =>
      [name, ...languages.map((texts) => fieldLabel(texts, name) ?? name)].map(
        (label) => [plain(label), name] as const,
      ),
    ),
  );
  const errors: Headings['errors'] = [];
  const seen = new Set<string>();
  const fields = cells.map((cell) => {
    const heading = cell === FORMULA ? '=' : cell;
    if (heading.trim() === '') return '';
    const field = byHeading.get(plain(heading));
    if (field === undefined) errors.push([heading.slice(0, 60), 'UNKNOWN_FIELD']);
    else if (seen.has(field)) errors.push([field, 'REPEATED']);
    else seen.add(field);
    return field ?? '';
  });
  for (const name of required) if (!seen.has(name)) errors.push([name, 'REQUIRED']);
  return { fields, errors };
};
