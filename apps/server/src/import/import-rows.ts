import { type ImportResult, MAX_SHOWN_ROWS } from '@airdeck/contract/import-file';
import type { Scope } from '@airdeck/domain/policy/may';
import type { z } from 'zod';
import { textField } from '../export/csv/write-csv.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { Editor } from '../platform/http/who.ts';
import type { ChangeRegistry } from '../registry/change-registry.ts';
import { type CheckedFile, checkRows } from './check-rows.ts';
import type { AddedRow, ImportTable, Numbered } from './import-table.ts';
import { openSheet } from './read-rows.ts';

/** Rows per statement. */
const PORTION_ROWS = 2_000;
/** Number of rows in the preview. */
const FIRST_ROWS = 20;
/** Displayed characters of a cell. */
const MAX_SHOWN_LENGTH = 200;

export interface ImportDeps {
  db: Db;
  changeRegistry: ChangeRegistry;
}

/** An uploaded file. */
export interface Import {
  file: Buffer;
  scope: Scope;
  editor: Editor;
  /** The organization of rows that name none. */
  ownCode: string | undefined;
  /** Address of the caller's console; '' if unknown. */
  origin: string;
  /** Whether to add the rows; otherwise only a preview. */
  commit: boolean;
  /** Called often. @throws Failure to abort without any change */
  check(): void;
  onTotal(rows: number): void;
  onRows(rows: number): void;
}

function* portionsOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += PORTION_ROWS) yield rows.slice(at, at + PORTION_ROWS);
}

/** The credentials of the added rows, as a file for the person who distributes them. */
const secretsOf = (added: readonly AddedRow[], headings: readonly string[]): string | null => {
  const lines = added.flatMap(({ handedOut }) => (handedOut === undefined ? [] : [handedOut.map(textField).join(',')]));
  return lines.length === 0 ? null : `${[`\ufeff${headings.join(',')}`, ...lines].join('\r\n')}\r\n`;
};

const resultOf = (
  { fields, total, errors, shown }: CheckedFile,
  added: readonly AddedRow[],
  handsOut: readonly string[] = [],
): ImportResult => {
  const list = errors.list();
  const wrong = new Set(list.map(({ row }) => row));
  const rows = shown
    .filter(({ row }, index) => index < FIRST_ROWS || wrong.has(row))
    .slice(0, MAX_SHOWN_ROWS)
    .map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell.slice(0, MAX_SHOWN_LENGTH)) }));
  const result = { fields, total, error_count: errors.count, errors: list, rows };
  return { ...result, added: added.length, secrets: secretsOf(added, handsOut) };
};

/**
 * Validates a file and, if it has no errors, adds all its rows in one registry change. @throws Failure INVALID_FILE,
 * FILE_TOO_BIG, and a DUPLICATION_ code if another user was faster
 */
export const importRows = async <Row>(
  { db, changeRegistry }: ImportDeps,
  schema: z.ZodObject,
  table: ImportTable<Row>,
  { file, scope, editor, ownCode, origin, commit, check, onTotal, onRows }: Import,
): Promise<ImportResult> => {
  const { unique, caseless } = table;
  const checked = await checkRows(openSheet(file), { schema, unique, caseless, ownCode, check });
  // The schema's output for a row, which the compiler does not see through it.
  const rows = checked.rows as unknown as Numbered<Row>[];
  onTotal(rows.length);

  const findProblems = async (tx: Db | Tx): Promise<void> => {
    for (const portion of portionsOf(rows)) {
      check();
      for (const { row, field, code } of await table.findProblems(tx, portion, scope)) {
        checked.errors.add(row, field, code);
      }
      if (!commit) onRows(portion.length);
    }
  };

  if (!commit || checked.errors.count > 0) {
    await findProblems(db);
    return resultOf(checked, []);
  }
  const added = await changeRegistry(editor, async ({ tx, note }) => {
    await findProblems(tx);
    if (checked.errors.count > 0) return [];
    const all: AddedRow[] = [];
    for (const portion of portionsOf(rows)) {
      check();
      for (const row of await table.insert(tx, portion, scope, origin)) {
        const { id: entityId, organizationId, meterId, after } = row;
        const owner = { organizationId, ...(meterId !== undefined && { meterId }) };
        note({ action: 'create', entity: table.entity, entityId, ...owner, before: null, after });
        all.push(row);
      }
      onRows(portion.length);
    }
    if (all.length !== rows.length) throw new Error('rows of a file were lost on their way');
    return all;
  });
  return resultOf(checked, added, table.handsOut);
};
