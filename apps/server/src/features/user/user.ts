import type { User } from '@airdeck/contract/user/schema';
import { isWithin, scopeOf } from '@airdeck/domain/policy/may';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Who } from '../../platform/http/who.ts';
import { findUser } from './queries.ts';

/** @throws Failure USER_NOT_FOUND */
export async function loadUser(db: Db, id: number): Promise<User> {
  const row = await findUser(db, id);
  if (!row) throw new Failure('USER_NOT_FOUND');
  return row;
}

/**
 * A user as `who` may see them: oneself, or whom one administers.
 * @throws Failure USER_NOT_FOUND for users of organizations that do not exist for the viewer, ACCESS_DENIED for others.
 */
export async function showUser(db: Db, who: Who, id: number): Promise<User> {
  const user = await loadUser(db, id);
  if (user.id === who.userId) return user;
  const owner = { organizationId: user.organization_id, userId: user.id };
  const existing = scopeOf(who, 'read', 'organizations');
  if (existing === null || !isWithin(existing, owner)) throw new Failure('USER_NOT_FOUND');
  const readable = scopeOf(who, 'read', 'users');
  if (readable === null || !isWithin(readable, owner)) throw new Failure('ACCESS_DENIED');
  return user;
}
