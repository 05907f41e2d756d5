import { assignedOf, type User } from '@airdeck/contract/user/schema';
import { type Actor, scopeOf } from '@airdeck/domain/policy/may';
import type { Action, Entity } from '@airdeck/domain/policy/policies';

/** The fields of a user that decide what the user may do. */
export type Person = Pick<User, 'id' | 'authority' | 'organization_id' | 'assigned'>;

/** The user as the policy asks for it. */
export const actorOf = ({ id, authority, organization_id, assigned }: Person): Actor => ({
  userId: id,
  organizationId: organization_id,
  authority,
  assigned: assignedOf(assigned),
});

/** Whether the user may perform `action` on any row of `entity`. */
export const mayUser = (user: Person | undefined, action: Action, entity: Entity): boolean =>
  user !== undefined && scopeOf(actorOf(user), action, entity) !== null;
