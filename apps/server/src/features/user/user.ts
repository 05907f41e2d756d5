import type { User } from '@airdeck/contract/user/schema';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import { findUser } from './user-queries.ts';

/** @throws Failure USER_NOT_FOUND */
export async function loadUser(db: Db, id: number): Promise<User> {
  const row = await findUser(db, id);
  if (!row) throw new Failure('USER_NOT_FOUND');
  return row;
}
