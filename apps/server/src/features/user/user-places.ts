import type { UserPlaces } from '@airdeck/contract/user/places';
import { isLocalRole } from '@airdeck/domain/role';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Who } from '../../platform/http/who.ts';
import { saveUserPlaces } from './user-place-queries.ts';
import type { UserRow } from './user-table-queries.ts';

/**
 * Who may limit whom: only a SUPER_ADMIN without a limit changes that of a SUPER_ role. So at least one person without
 * a limit remains.
 */
const checkEditor = ({ userId, authority, assigned }: Who, user: UserRow): void => {
  if (user.id === userId) throw new Failure('LOCKS_OUT');
  const reachesAll = authority === 'SUPER_ADMIN' && assigned === null;
  if (!isLocalRole(user.authority) && !reachesAll) throw new Failure('ACCESS_DENIED');
};

const hasTwice = (ids: readonly number[]): boolean => new Set(ids).size < ids.length;

/**
 * Limits a user to places: organizations for a SUPER_ role, offices and departments of its organization for a LOCAL_
 * role. @throws Failure INVALID_PARAMETER with the field, LOCKS_OUT, ACCESS_DENIED, EDITED_MEANWHILE
 */
export const limitUser = async (tx: Tx, who: Who, user: UserRow, wanted: UserPlaces): Promise<void> => {
  checkEditor(who, user);
  if (user.version !== wanted.version) throw new Failure('EDITED_MEANWHILE');
  const { limited, organization_ids, office_ids, department_ids } = wanted;
  const given = { organization_ids, office_ids, department_ids };
  const isLocal = isLocalRole(user.authority);
  for (const [field, ids] of Object.entries(given)) {
    const isOfRole = isLocal === (field !== 'organization_ids');
    if (ids.length > 0 && (limited === 'N' || !isOfRole))
      throw new Failure('INVALID_PARAMETER', { [field]: 'INVALID' });
    if (hasTwice(ids)) throw new Failure('INVALID_PARAMETER', { [field]: 'DUPLICATE' });
  }
  const field = isLocal ? 'department_ids' : 'organization_ids';
  const isEmpty = Object.values(given).every((ids) => ids.length === 0);
  if (limited === 'Y' && isEmpty) throw new Failure('INVALID_PARAMETER', { [field]: 'REQUIRED' });
  const saved = await saveUserPlaces(tx, user.id, wanted);
  const unknown = {
    ...(saved.organizations < organization_ids.length && { organization_ids: 'NOT_FOUND' as const }),
    ...(saved.offices < office_ids.length && { office_ids: 'NOT_FOUND' as const }),
    ...(saved.departments < department_ids.length && { department_ids: 'NOT_FOUND' as const }),
  };
  if (Object.keys(unknown).length > 0) throw new Failure('INVALID_PARAMETER', unknown);
};
