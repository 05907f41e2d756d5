import type { ListQuery } from '@airdeck/contract/paging';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import { withLocalizedNames } from '../localization/localized-names-queries.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import { Failure } from '../platform/http/failure.ts';
import type { Editor } from '../platform/http/who.ts';
import type { ChangeRegistry } from '../registry/change-registry.ts';
import { deleteRow, findRow, listRows, lockRow } from './resource-queries.ts';
import type { Editable, ResourceTable } from './resource-table.ts';

export interface Resource<Item, Added, Edited, Query> {
  /** With a language, place names are returned in it, and sorted by. */
  list(scope: Scope, query: Query, language?: Language): Promise<{ rows: Item[]; total: number }>;
  /** @throws Failure RESOURCE_NOT_FOUND */
  read(scope: Scope, id: number, language?: Language): Promise<Item>;
  /**
   * `parts` inserts dependent rows of the new row in the same transaction.
   * @throws Failure RESOURCE_NOT_FOUND with the parent's field, DUPLICATION_…
   */
  add(editor: Editor, scope: Scope, added: Added, parts?: (tx: Tx, id: number) => Promise<void>): Promise<Item>;
  /** @throws Failure RESOURCE_NOT_FOUND, EDITED_MEANWHILE, DUPLICATION_… */
  edit(editor: Editor, scope: Scope, id: number, edited: Edited & { version: number }): Promise<Item>;
  /** @throws Failure RESOURCE_NOT_FOUND, EDITED_MEANWHILE */
  remove(editor: Editor, scope: Scope, id: number, version: number): Promise<void>;
}

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
): Resource<Item, Added, Edited, Query> => {
  const { entity, present, ownerOf } = table;

  const mustFind = async (tx: Db | Tx, scope: Scope, id: number): Promise<Row> => {
    const row = await findRow<Row>(tx, table, scope, id);
    if (!row) throw new Failure(table.notFound ?? 'RESOURCE_NOT_FOUND');
    return row;
  };

  /** Locks and returns the row if the editor has its current version. */
  const findEditable = async (tx: Tx, scope: Scope, id: number, version: number): Promise<Row> => {
    await lockRow(tx, table, id);
    const row = await mustFind(tx, scope, id);
    if (scope.reach !== 'all' && ownerOf(row).organizationId === null) throw new Failure('ACCESS_DENIED');
    if (row.version !== version) throw new Failure('EDITED_MEANWHILE');
    return row;
  };

  /** The item without volatile fields, as the audit log records it. */
  const lasting = (item: Item): object =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !table.passing?.includes(name)));

  const noParent = () =>
    new Failure('RESOURCE_NOT_FOUND', table.parent === undefined ? {} : { [table.parent]: 'INVALID' });

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
        note({ action: 'create', entity, entityId: id, ...ownerOf(row), before: null, after: lasting(after) });
        return after;
      }),
    edit: (editor, scope, id, edited) =>
      changeRegistry(editor, async ({ tx, note }) => {
        const before = await findEditable(tx, scope, id, edited.version);
        if (!(await table.update(tx, before, edited, editor))) throw noParent();
        const row = await mustFind(tx, scope, id);
        const after = present(row);
        const alsoMeters = (await table.alsoMeters?.(tx, before, row)) ?? [];
        note({
          action: 'write',
          entity,
          entityId: id,
          ...ownerOf(row),
          alsoMeters,
          before: lasting(present(before)),
          after: lasting(after),
        });
        return after;
      }),
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
