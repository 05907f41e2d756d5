import type { BulkResult } from '@airdeck/contract/bulk-edit';
import type { FieldCode } from '@airdeck/contract/error/field-code';
import { isFieldCode } from '@airdeck/contract/error/field-code';
import type { ListQuery } from '@airdeck/contract/paging';
import { recordedChanges } from '@airdeck/contract/record/changes';
import { MAX_SHOWN_CHANGES } from '@airdeck/contract/row-change';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import { withLocalizedNames } from '../localization/localized-names-queries.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import { Failure } from '../platform/http/failure.ts';
import type { Editor } from '../platform/http/who.ts';
import { type ChangeRegistry, duplicateOf } from '../registry/change-registry.ts';
import { attempt, deleteRow, findRow, listRows, lockRow } from './resource-queries.ts';
import type { Editable, ResourceTable } from './resource-table.ts';
import { nameOf } from './row-name.ts';

export interface Resource<Item, Added, Edited, Query> {
  /** With a language, place names are returned in it, and sorted by. */
  list(scope: Scope, query: Query, language?: Language): Promise<{ rows: Item[]; total: number }>;
  /** @throws Failure RESOURCE_NOT_FOUND */
  read(scope: Scope, id: number, language?: Language): Promise<Item>;
  /**
   * `parts` inserts dependent rows of the new row in the same transaction.
   * @throws Failure RESOURCE_NOT_FOUND or NOT_FOUND_ORGANIZATION with the parent's field, DUPLICATION_…
   */
  add(editor: Editor, scope: Scope, added: Added, parts?: (tx: Tx, id: number) => Promise<void>): Promise<Item>;
  /** @throws Failure RESOURCE_NOT_FOUND, EDITED_MEANWHILE, DUPLICATION_… */
  edit(editor: Editor, scope: Scope, id: number, edited: Edited & { version: number }): Promise<Item>;
  /** Without a version the row is deleted as it is. @throws Failure RESOURCE_NOT_FOUND, EDITED_MEANWHILE */
  remove(editor: Editor, scope: Scope, id: number, version: number | undefined): Promise<void>;
}

/** The rows of a resource, several at a time. */
export interface EditedTogether {
  /** Changes fields of several rows: all of them or, if one is refused, none. */
  editMany(editor: Editor, scope: Scope, edit: BulkEdit): Promise<BulkResult>;
}

export interface BulkEdit {
  rows: readonly { id: number; version: number }[];
  fields: object;
  /** All fields of an edit; those that are not given stay. */
  names: readonly string[];
  /** Otherwise only a preview. */
  commit: boolean;
}

/** Ends the transaction of a preview or of a refused edit without a change. */
class RolledBack extends Error {}

/** Field → its problem; the row itself has the code of the failure. */
const problemsOf = ({ code, errors }: Failure): [string, FieldCode][] => {
  const fields = Object.entries(errors);
  if (fields.length > 0) return fields;
  return [['id', isFieldCode(code) ? code : code === 'RESOURCE_NOT_FOUND' ? 'NOT_FOUND' : 'INVALID']];
};

export interface ResourceDeps {
  db: Db;
  changeRegistry: ChangeRegistry;
}

/** Lists, reads and changes the rows of an administered entity within the policy's scope. */
export const createResource = <
  Row extends Editable & Record<string, unknown>,
  Item extends object,
  Added,
  Edited,
  Order extends string,
  Query extends ListQuery<Order>,
>(
  { db, changeRegistry }: ResourceDeps,
  table: ResourceTable<Row, Item, Added, Edited, Query, Order>,
): Resource<Item, Added, Edited, Query> & EditedTogether => {
  const { entity, present, ownerOf } = table;

  const mustFind = async (tx: Db | Tx, scope: Scope, id: number): Promise<Row> => {
    const row = await findRow<Row>(tx, table, scope, id);
    if (!row) throw new Failure(table.notFound ?? 'RESOURCE_NOT_FOUND');
    return row;
  };

  /** Locks and returns the row if the editor has its current version, or names none. */
  const findEditable = async (tx: Tx, scope: Scope, id: number, version: number | undefined): Promise<Row> => {
    await lockRow(tx, table, id);
    const row = await mustFind(tx, scope, id);
    if (scope.reach !== 'all' && ownerOf(row).organizationId === null) throw new Failure('ACCESS_DENIED');
    if (version !== undefined && row.version !== version) throw new Failure('EDITED_MEANWHILE');
    return row;
  };

  /** The item without volatile fields, as the audit log records it. */
  const lasting = (item: Item): object =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !table.passing?.includes(name)));

  const noParent = () => {
    const code = table.parent === 'organization_id' ? 'NOT_FOUND_ORGANIZATION' : 'RESOURCE_NOT_FOUND';
    return new Failure(code, table.parent === undefined ? {} : { [table.parent]: 'INVALID' });
  };

  /** Writes an edit of a row, and returns the row as it is now with its change for the audit log. */
  const write = async (tx: Tx, scope: Scope, editor: Editor, before: Row, edited: Edited) => {
    if (!(await table.update(tx, before, edited, editor, scope))) throw noParent();
    const row = await mustFind(tx, scope, before.id);
    const alsoMeters = (await table.alsoMeters?.(tx, before, row)) ?? [];
    const change = {
      ...{ action: 'write' as const, entity, entityId: row.id, ...ownerOf(row), alsoMeters },
      ...{ before: lasting(present(before)), after: lasting(present(row)) },
    };
    return { row, change };
  };

  return {
    list: async (scope, query, language = 'ko') => {
      const page = await listRows(db, table, scope, query, language);
      return { rows: await withLocalizedNames(db, language, page.rows.map(present)), total: page.total };
    },
    read: async (scope, id, language = 'ko') => {
      const item = present(await mustFind(db, scope, id));
      const [named = item] = await withLocalizedNames(db, language, [item]);
      return named;
    },
    add: (editor, scope, added, parts) =>
      changeRegistry(editor, async ({ tx, note }) => {
        const id = await table.insert(tx, added, scope);
        if (id === undefined) throw noParent();
        await parts?.(tx, id);
        const row = await mustFind(tx, scope, id);
        const after = present(row);
        const recorded = { ...lasting(after), ...(await table.recordedOf?.(tx, added)) };
        note({ action: 'create', entity, entityId: id, ...ownerOf(row), before: null, after: recorded });
        return after;
      }),
    edit: (editor, scope, id, edited) =>
      changeRegistry(editor, async ({ tx, note }) => {
        const before = await findEditable(tx, scope, id, edited.version);
        const written = await write(tx, scope, editor, before, edited);
        note(written.change);
        return present(written.row);
      }),
    editMany: async (editor, scope, { rows, fields, names, commit }) => {
      const result: BulkResult = {
        plan: { changed: 0, unchanged: 0, refused: 0 },
        errors: [],
        changes: [],
        changed: 0,
      };
      const { plan } = result;
      await changeRegistry(editor, async ({ tx, note, combine }) => {
        // In one order for all, so that two edits do not wait for each other.
        for (const { id, version } of rows.toSorted((a, b) => a.id - b.id)) {
          let name = '';
          const changed = await attempt(tx, async () => {
            const before = await findEditable(tx, scope, id, version);
            const item = present(before);
            name = nameOf(item);
            const kept = Object.fromEntries(names.map((field) => [field, Reflect.get(item, field)]));
            const isChanged = Object.entries(fields).some(([field, value]) => Reflect.get(item, field) !== value);
            if (!isChanged) return null;
            // All fields of an edit, which the compiler does not see through their names.
            const edited = { ...kept, ...fields } as Edited;
            return write(tx, scope, editor, before, edited);
          });
          if (changed === null) plan.unchanged++;
          else if (changed instanceof Error) {
            const failure = changed instanceof Failure ? changed : duplicateOf(changed);
            if (!failure) throw changed;
            plan.refused++;
            for (const [field, code] of problemsOf(failure)) result.errors.push({ row: id, name, field, code });
          } else {
            plan.changed++;
            note(changed.change);
            if (result.changes.length < MAX_SHOWN_CHANGES) {
              const { before, after } = changed.change;
              const { fields: differing } = recordedChanges({
                action: 'write',
                before: { ...before },
                after: { ...after },
              });
              result.changes.push({ row: id, name, fields: [...differing] });
            }
          }
        }
        if (!commit || plan.refused > 0) throw new RolledBack();
        combine({ action: 'bulk_edit', facts: { ...fields, changed: plan.changed, unchanged: plan.unchanged } });
        result.changed = plan.changed;
      }).catch((error) => {
        if (!(error instanceof RolledBack)) throw error;
      });
      return result;
    },
    remove: (editor, scope, id, version) =>
      changeRegistry(editor, async ({ tx, note }) => {
        const row = await findEditable(tx, scope, id, version);
        await table.checkRemoval?.(tx, row, editor);
        await table.removeParts?.(tx, row);
        await deleteRow(tx, table, id);
        note({ action: 'delete', entity, entityId: id, ...ownerOf(row), before: lasting(present(row)), after: null });
      }),
  };
};
