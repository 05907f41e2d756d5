import { LOCAL_ROLES, ROLES, type Role } from '../role.ts';
import { type Action, type Entity, POLICIES, type Policy } from './policies.ts';

/** The person of the session. */
export interface Actor {
  userId: number;
  organizationId: number;
  authority: Role;
  /** false: the organization denies control to the role LOCAL_USER. */
  mayControl?: boolean;
}

/** The rows that an actor may reach. */
export type Scope =
  | { reach: 'all' }
  | { reach: 'own'; organizationId: number }
  | { reach: 'self'; organizationId: number; userId: number };

/** The owner of a row. `userId` is the person whom the row is about, if any. */
export interface Owner {
  organizationId: number;
  userId?: number;
}

const reachOf = (role: Role, action: Action, entity: Entity) => (POLICIES[entity] as Policy)[role][action];

/** The rows of `entity` on which an actor may perform `action`; null: none. */
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

/** Whether a row is within a scope. */
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

/** The roles that may perform `action` on any row of `entity`, in the order of ROLES. */
export function rolesThat(action: Action, entity: Entity): Role[] {
  return ROLES.filter((role) => reachOf(role, action, entity) !== undefined);
}

/** Whether a role may perform `action` on any row of `entity`. */
export function may(role: Role, action: Action, entity: Entity): boolean {
  return reachOf(role, action, entity) !== undefined;
}

/** The roles that a role may assign to users; SUPER_ roles are created on the command line only. */
export function assignableRoles(role: Role): readonly Role[] {
  return may(role, 'create', 'users') ? LOCAL_ROLES : [];
}
