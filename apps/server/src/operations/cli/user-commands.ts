import type { Role } from '@airdeck/domain/role';
import { clearFailures, endSessionsOf } from '../../features/session/session-queries.ts';
import {
  findOrganizationByCode,
  findUserByLogin,
  insertUser,
  setPasswordHash,
} from '../../features/user/user-queries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { hashPassword, randomPassword } from '../../platform/password.ts';
import type { Random } from '../../platform/random.ts';

/** The request cannot be carried out; the message says why. */
export class UserCommandError extends Error {
  override name = 'UserCommandError';
}

const requireUser = async (db: Db, code: string, id: string): Promise<number> => {
  const userId = await findUserByLogin(db, code, id);
  if (userId === undefined) throw new UserCommandError(`There is no user ${id} in the organization ${code}.`);
  return userId;
};

/** Unlocks a user after too many failures; returns whether there was anything to unlock. */
export async function unlockUser(db: Db, code: string, id: string): Promise<boolean> {
  await requireUser(db, code, id);
  return clearFailures(db, code, id);
}

/** Sets a new password for a user and returns it; ends locks and sessions. */
export async function resetPassword(db: Db, clock: Clock, random: Random, code: string, id: string): Promise<string> {
  const userId = await requireUser(db, code, id);
  const password = randomPassword(random);
  const passwordHash = await hashPassword(password);
  await db.tx(async (tx) => {
    await setPasswordHash(tx, userId, { passwordHash, state: 'MUST_CHANGE' });
    await endSessionsOf(tx, userId, clock.now());
    await clearFailures(tx, code, id);
  });
  return password;
}

/** Adds a user of any role; returns the password. */
export async function addUser(
  db: Db,
  random: Random,
  user: { code: string; id: string; role: Role; name?: string | undefined },
): Promise<string> {
  const organizationId = await findOrganizationByCode(db, user.code);
  if (organizationId === undefined) throw new UserCommandError(`There is no organization with the code ${user.code}.`);
  const password = randomPassword(random);
  const made = await insertUser(db, {
    organizationId,
    login: user.id,
    name: user.name ?? user.id,
    authority: user.role,
    passwordHash: await hashPassword(password),
  });
  if (made === null) throw new UserCommandError(`The organization ${user.code} has a user ${user.id} already.`);
  return password;
}
