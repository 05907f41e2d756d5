import type { Role } from '@airdeck/domain/role';
import { insertAudit } from '../../audit/audit-queries.ts';
import { clearFailures, endSessionsOf } from '../../features/session/session-queries.ts';
import { deleteSecondFactor } from '../../features/user/second-factor-queries.ts';
import {
  findOrganizationByCode,
  findUserByLogin,
  insertUser,
  setPasswordHash,
} from '../../features/user/user-queries.ts';
import { presentUser, type UserRow, userTable } from '../../features/user/user-table-queries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Editor } from '../../platform/http/who.ts';
import { hashPassword, randomPassword } from '../../platform/password.ts';
import type { Random } from '../../platform/random.ts';
import { findRow } from '../../resource/resource-queries.ts';

/** The request cannot be carried out; the message says why. */
export class UserCommandError extends Error {
  override name = 'UserCommandError';
}

/** Who gives the command, and when. */
export interface CommandContext {
  editor: Editor;
  clock: Clock;
}

const mustRead = async (tx: Tx, id: number): Promise<UserRow> => {
  const row = await findRow<UserRow>(tx, userTable, { reach: 'all' }, id);
  if (!row) throw new UserCommandError('The user has been deleted meanwhile.');
  return row;
};

/** Changes a user and writes it into the audit log; `told` is what the row does not show. */
const changeUser = <T>(
  db: Db,
  { editor, clock }: CommandContext,
  id: number,
  run: (tx: Tx) => Promise<T>,
  told: object = {},
): Promise<T> =>
  db.tx(async (tx) => {
    const before = await mustRead(tx, id);
    const answer = await run(tx);
    const after = { ...presentUser(await mustRead(tx, id)), ...told };
    const { organization_id: organizationId } = before;
    const entry = { action: 'write', entity: 'users', entityId: id, organizationId } as const;
    await insertAudit(tx, editor, [{ ...entry, before: presentUser(before), after }], clock.now());
    return answer;
  });

const requireUser = async (db: Db, code: string, id: string): Promise<{ id: number; login: string }> => {
  const user = await findUserByLogin(db, code, id);
  if (user === undefined) throw new UserCommandError(`There is no user ${id} in the organization ${code}.`);
  return user;
};

/** Unlocks a user after too many failures; returns whether there was anything to unlock. */
export async function unlockUser(db: Db, context: CommandContext, code: string, id: string): Promise<boolean> {
  const { id: userId, login } = await requireUser(db, code, id);
  return changeUser(db, context, userId, (tx) => clearFailures(tx, code, login));
}

/** Sets a new password for a user and returns it; ends locks and sessions. */
export async function resetPassword(
  db: Db,
  context: CommandContext,
  random: Random,
  { code, id }: { code: string; id: string },
): Promise<string> {
  const { id: userId, login } = await requireUser(db, code, id);
  const password = randomPassword(random);
  const passwordHash = await hashPassword(password);
  const reset = async (tx: Tx) => {
    await setPasswordHash(tx, userId, { passwordHash, state: 'MUST_CHANGE' });
    await endSessionsOf(tx, userId, context.clock.now());
    await clearFailures(tx, code, login);
  };
  await changeUser(db, context, userId, reset, { credential: 'CHANGED' });
  return password;
}

/** Removes a user's second factor and ends the sessions; returns whether there was one. */
export async function resetSecondFactor(db: Db, context: CommandContext, code: string, id: string): Promise<boolean> {
  const { id: userId } = await requireUser(db, code, id);
  return changeUser(db, context, userId, async (tx) => {
    await endSessionsOf(tx, userId, context.clock.now());
    return deleteSecondFactor(tx, userId);
  });
}

/** Adds a user of any role; returns the password. */
export async function addUser(
  db: Db,
  { editor, clock }: CommandContext,
  random: Random,
  user: { code: string; id: string; role: Role; name?: string | undefined },
): Promise<string> {
  const organizationId = await findOrganizationByCode(db, user.code);
  if (organizationId === undefined) throw new UserCommandError(`There is no organization with the code ${user.code}.`);
  const password = randomPassword(random);
  const passwordHash = await hashPassword(password);
  const { id: login, role: authority, name = login } = user;
  await db.tx(async (tx) => {
    const made = await insertUser(tx, { organizationId, login, name, authority, passwordHash });
    if (made === null) throw new UserCommandError(`The organization ${user.code} has a user ${login} already.`);
    const after = presentUser(await mustRead(tx, made));
    const entry = { action: 'create', entity: 'users', entityId: made, organizationId } as const;
    await insertAudit(tx, editor, [{ ...entry, before: null, after }], clock.now());
  });
  return password;
}
