import type { ManagedUser } from '@airdeck/contract/user/schema';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import { findRow, lockRow } from '../../resource/resource-queries.ts';
import { presentUser, type UserRow, userTable } from './user-table-queries.ts';

/** @throws Failure USER_NOT_FOUND */
export const loadUserRow = async (tx: Tx, id: number): Promise<UserRow> => {
  const row = await findRow<UserRow>(tx, userTable, { reach: 'all' }, id);
  if (!row) throw new Failure('USER_NOT_FOUND');
  return row;
};

/** Changes oneself, and writes down what one was and became; `told` is what the row does not show. */
export const changeOneself = (
  changeRegistry: ChangeRegistry,
  editor: Editor,
  id: number,
  run: (tx: Tx, before: UserRow) => Promise<void>,
  told: object = {},
): Promise<ManagedUser> =>
  changeRegistry(editor, async ({ tx, note }) => {
    await lockRow(tx, userTable, id);
    const before = await loadUserRow(tx, id);
    await run(tx, before);
    const after = presentUser(await loadUserRow(tx, id));
    note({
      action: 'write',
      entity: 'users',
      entityId: id,
      organizationId: before.organization_id,
      before: presentUser(before),
      after: { ...after, ...told },
    });
    return after;
  });
