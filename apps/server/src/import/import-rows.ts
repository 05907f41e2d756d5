import { type ImportResult, MAX_SHOWN_ROWS } from '@airdeck/contract/import-file';
import { recordedChanges } from '@airdeck/contract/record/changes';
import { MAX_SHOWN_CHANGES, type RowChange } from '@airdeck/contract/row-change';
import type { Scope } from '@airdeck/domain/policy/may';
import type { z } from 'zod';
import { textField } from '../export/csv/write-csv.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { Editor } from '../platform/http/who.ts';
import type { ChangeRegistry } from '../registry/change-registry.ts';
import { nameOf } from '../resource/row-name.ts';
import type { AddedRow, ImportTable, Known, Matched, Numbered } from './import-table.ts';
import { type Change, createMatching } from './match-rows.ts';
import { type ParsedFile, parseRows } from './parse-rows.ts';
import { withRegisteredNames } from './place-names-queries.ts';
import { openSheet } from './read-rows.ts';
import { type Seen, writeSeen } from './seen.ts';

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

/** The contract's part of an import. */
export interface ImportSchema {
  row: z.ZodObject;
  key: readonly string[];
  item: z.ZodObject;
}

/** An uploaded file. */
export interface Import {
  file: Buffer;
  /** Its name, for the audit log. */
  fileName: string | undefined;
  /** Where rows may be added. */
  scope: Scope;
  /** Whose rows may be changed; null: none. */
  writeScope: Scope | null;
  editor: Editor;
  /** The organization of rows that name none. */
  ownCode: string | undefined;
  /** Address of the caller's console; '' if unknown. */
  origin: string;
  /** Whether to add and change the rows; otherwise only a preview. */
  commit: boolean;
  /** Versions that the preview saw; null: registered rows are not changed. */
  seen: Seen | null;
  /** Whether added people get their links by mail. */
  mail: boolean;
  /** Called often. @throws Failure to abort without any change */
  check(): void;
  onTotal(rows: number): void;
  onRows(rows: number): void;
}

/** The rows that a file adds and changes. */
interface Plan {
  added: Matched<object>[];
  changes: Change[];
  unchanged: number;
  seen: Seen;
}

function* portionsOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += PORTION_ROWS) yield rows.slice(at, at + PORTION_ROWS);
}

/** The credentials of the added rows, as a file for the person who distributes them. */
const secretsOf = (added: readonly AddedRow[], headings: readonly string[]): string | null => {
  const lines = added.flatMap(({ handedOut }) => (handedOut === undefined ? [] : [handedOut.map(textField).join(',')]));
  return lines.length === 0 ? null : `${[`\ufeff${headings.join(',')}`, ...lines].join('\r\n')}\r\n`;
};

/** The fields of a row that people see, without what belongs to the file and the table. */
const visible = ({
  n: _,
  id: __,
  version: ___,
  organization_id: ____,
  meter_id: _____,
  ...fields
}: Record<string, unknown>) => fields;

const changeOf = ({ known, row }: Change): RowChange => {
  const { fields } = recordedChanges({ action: 'write', before: visible(known), after: visible(row) });
  return { row: row.n, name: nameOf(row), fields: [...fields] };
};

const resultOf = (
  { fields, ignored, total, errors, shown }: ParsedFile,
  { added, changes, unchanged, seen }: Plan,
  done: readonly AddedRow[] | null,
  handsOut: readonly string[] = [],
): ImportResult => {
  const list = errors.list();
  const wrong = new Set(list.map(({ row }) => row));
  const rows = shown
    .filter(({ row }, index) => index < FIRST_ROWS || wrong.has(row))
    .slice(0, MAX_SHOWN_ROWS)
    .map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell.slice(0, MAX_SHOWN_LENGTH)) }));
  const refused = total - added.length - changes.length - unchanged;
  return {
    ...{ fields, ignored, total, error_count: errors.count, errors: list, rows },
    plan: { added: added.length, changed: changes.length, unchanged, refused },
    changes: changes.slice(0, MAX_SHOWN_CHANGES).map(changeOf),
    seen: done === null ? writeSeen(seen) : '',
    added: done?.length ?? 0,
    changed: done === null ? 0 : changes.length,
    secrets: secretsOf(done ?? [], handsOut),
    mailed: 0,
  };
};

/**
 * Validates a file and, if it has no errors, adds and changes all its rows in one registry change. @throws Failure
 * INVALID_FILE, FILE_TOO_BIG, and a DUPLICATION_ code if another user was faster
 */
export const importRows = async <Row>(
  { db, changeRegistry }: ImportDeps,
  { row: schema, key, item }: ImportSchema,
  table: ImportTable<Row>,
  given: Import,
): Promise<ImportResult> => {
  const { scope, writeScope, editor, ownCode, origin, commit, mail, check, onTotal, onRows } = given;
  const { errors, ...rest } = await parseRows(openSheet(given.file), { schema, key, item, ownCode, check });
  const parsed = { errors, ...rest };
  onTotal(parsed.rows.length);
  const unique = [key, ...(table.unique ?? [])];
  const noUpdates = writeScope === null;
  // The schema's output for a row, which the compiler does not see through it.
  const typed = <T>(rows: readonly object[]) => rows as unknown as T[];

  const plan = async (tx: Db | Tx, isLocked: boolean): Promise<Plan> => {
    const seenBefore = noUpdates ? null : commit ? given.seen : undefined;
    const { keyOf, match } = createMatching(parsed, { schema, key, unique, seen: seenBefore });
    const plan: Plan = { added: [], changes: [], unchanged: 0, seen: new Map() };
    const seen = new Map<number, { id: number; version: number }>();
    for (const portion of portionsOf(parsed.rows)) {
      check();
      await withRegisteredNames(tx, portion, scope);
      const keys = portion.flatMap((row) => keyOf(row) ?? []);
      const found = await table.find(tx, typed<Numbered<Row>>(keys), writeScope ?? scope, isLocked);
      for (const { n, id, version } of found) seen.set(n, { id, version });
      const known = new Map(typed<Known<Record<string, unknown>>>(found).map((row) => [row.n, row]));
      const { added, changes, unchanged } = await match(portion, known);
      check();
      const valid = [...added, ...changes.map(({ row }) => row)];
      for (const { row, field, code } of await table.findProblems(tx, typed<Matched<Row>>(valid), scope, editor)) {
        errors.add(row, field, code);
      }
      plan.added.push(...added.filter(({ n }) => !errors.has(n)));
      plan.changes.push(...changes.filter(({ row }) => !errors.has(row.n)));
      plan.unchanged += unchanged;
      if (!commit) onRows(portion.length);
    }
    return { ...plan, seen };
  };

  if (!commit || errors.count > 0) return resultOf(parsed, await plan(db, false), null);

  const { planned, added } = await changeRegistry(editor, async ({ tx, note, combine }) => {
    const planned = await plan(tx, true);
    if (errors.count > 0) return { planned, added: null };
    const all: AddedRow[] = [];
    for (const portion of portionsOf(planned.added)) {
      check();
      for (const row of await table.insert(tx, typed<Numbered<Row>>(portion), scope, origin)) {
        const { id: entityId, organizationId, meterId, after } = row;
        const owner = { organizationId, ...(meterId !== undefined && { meterId }) };
        note({ action: 'create', entity: table.entity, entityId, ...owner, before: null, after });
        all.push(row);
      }
      onRows(portion.length);
    }
    if (all.length !== planned.added.length) throw new Error('rows of a file were lost on their way');
    for (const portion of portionsOf(planned.changes)) {
      check();
      const written = await table.update(tx, typed<Matched<Row>>(portion.map(({ row }) => row)), scope);
      if (written !== portion.length) throw new Error('rows of a file were lost on their way');
      for (const { known, row } of portion) {
        const { id: entityId, organization_id: organizationId, meter_id } = known;
        const meterId = table.entity === 'meters' ? entityId : meter_id;
        const owner = { organizationId, ...(meterId !== undefined && { meterId }) };
        const [before, after] = [visible(known), visible(row)];
        note({ action: 'write', entity: table.entity, entityId, ...owner, before, after });
      }
      onRows(portion.length);
    }
    combine({
      action: 'import',
      facts: {
        ...(given.fileName !== undefined && { file_name: given.fileName }),
        ...{ added: all.length, changed: planned.changes.length, unchanged: planned.unchanged },
      },
    });
    return { planned, added: all };
  });
  const mailed = mail && added ? added.filter((row) => row.sendMail?.() === true).length : 0;
  return { ...resultOf(parsed, planned, added, table.handsOut), mailed };
};
