import type { User } from '@airdeck/contract/user/schema';
import { may, seesEveryOrganization } from '@airdeck/domain/role';
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
 * @throws Failure USER_NOT_FOUND for users of organizations that do not exist for the asker, ACCESS_DENIED for others.
 */
export async function showUser(db: Db, who: Who, id: number): Promise<User> {
  const user = await loadUser(db, id);
  if (user.id === who.userId) return user;
  const isVisible = seesEveryOrganization(who.authority) || user.organization_id === who.organizationId;
  if (!isVisible) throw new Failure('USER_NOT_FOUND');
  if (may(who.authority, 'read', 'users') === 'no') throw new Failure('ACCESS_DENIED');
  return user;
}
