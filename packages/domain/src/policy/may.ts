import { LOCAL_ROLES, ROLES, type Role } from '../role.ts';
import { type Action, type Entity, POLICIES, type Policy } from './policies.ts';

/** Who acts, as the session says. */
export interface Actor {
  userId: number;
  organizationId: number;
  authority: Role;
  /** false: the organization lets the role LOCAL_USER control nothing. */
  mayControl?: boolean;
}

/** Whose rows an actor reaches. */
export type Scope =
  | { reach: 'all' }
  | { reach: 'own'; organizationId: number }
  | { reach: 'self'; organizationId: number; userId: number };

/** Whose a row is. `userId` is the person whom it is about, where there is one. */
export interface Owner {
  organizationId: number;
  userId?: number;
}

const reachOf = (role: Role, action: Action, entity: Entity) => (POLICIES[entity] as Policy)[role][action];

/** The rows of `entity` with which an actor may do `action`; null: none, the role may not. */
export function scopeOf(actor: Actor, action: Action, entity: Entity): Scope | null {
  if (action === 'control' && actor.authority === 'LOCAL_USER' && actor.mayControl === false) return null;
  const reach = reachOf(actor.authority, action, entity);
  const { organizationId, userId } = actor;
  switch (reach) {
    case undefined:
      return null;
    case 'all':
      return { reach };
    case 'own':
      return { reach, organizationId };
    case 'self':
      return { reach, organizationId, userId };
  }
}

/** Whether a row is among those that a scope reaches. */
export function isWithin(scope: Scope, owner: Owner): boolean {
  switch (scope.reach) {
    case 'all':
      return true;
    case 'own':
      return owner.organizationId === scope.organizationId;
    case 'self':
      return owner.userId === scope.userId;
  }
}

/** The roles that may do `action` with any row of `entity`, in the order of ROLES. */
export function rolesThat(action: Action, entity: Entity): Role[] {
  return ROLES.filter((role) => reachOf(role, action, entity) !== undefined);
}

/** Whether a role may do `action` with any row of `entity`. */
export function may(role: Role, action: Action, entity: Entity): boolean {
  return reachOf(role, action, entity) !== undefined;
}

/** The roles that a role may give to users; SUPER_ roles are created on the command line only. */
export function assignableRoles(role: Role): readonly Role[] {
  return may(role, 'create', 'users') ? LOCAL_ROLES : [];
}
