import { isLocalRole, LOCAL_ROLES, ROLES, type Role } from '../role.ts';
import { type Action, type Entity, LIMITS, POLICIES, type Policy } from './policies.ts';

/** Rights of an API token: to read, or all rights of its owner. */
export const TOKEN_ACCESSES = ['READ', 'WRITE'] as const;
export type TokenAccess = (typeof TOKEN_ACCESSES)[number];

/** Only people change these, in a session: a token must not lead to another token, a password or a login. */
const BY_PEOPLE: ReadonlySet<Entity> = new Set(['account', 'users', 'api_tokens', 'sign_on_providers']);

/**
 * The places to which a person is limited; it narrows the role and adds nothing. Organizations limit a SUPER_ role,
 * offices and departments, of the person's own organization, a LOCAL_ role. An office stands for all its departments.
 */
export interface AssignedPlaces {
  organizationIds: readonly number[];
  officeIds: readonly number[];
  departmentIds: readonly number[];
}

/** The person of the session, or the owner of the API token. */
export interface Actor {
  userId: number;
  organizationId: number;
  authority: Role;
  /** false: the organization denies control to the role LOCAL_USER. */
  mayControl?: boolean;
  /** Set: the person is limited to these places. Without any place the person reaches nothing. null: no limit. */
  assigned: AssignedPlaces | null;
  /** Set: the request comes with an API token. */
  tokenAccess?: TokenAccess;
}

/** Whether two states of one person have the same rights. */
export const hasSameRights = (a: Actor, b: Actor): boolean =>
  a.authority === b.authority &&
  a.organizationId === b.organizationId &&
  JSON.stringify(a.assigned) === JSON.stringify(b.assigned);

/** The rows that an actor may reach. */
export type Scope =
  | { reach: 'all' }
  | { reach: 'some'; organizationIds: readonly number[] }
  | { reach: 'own'; organizationId: number }
  | { reach: 'places'; organizationId: number; officeIds: readonly number[]; departmentIds: readonly number[] }
  | { reach: 'self'; organizationId: number; userId: number };

/**
 * The owner of a row. `userId` is the person whom the row is about, `departmentId` the department to which it belongs,
 * if any. Rows without a department are out of reach of a person who is limited to places.
 */
export interface Owner {
  organizationId: number;
  userId?: number;
  officeId?: number | undefined;
  departmentId?: number | undefined;
}

const reachOf = (role: Role, action: Action, entity: Entity) => (POLICIES[entity] as Policy)[role][action];

/** The rows of `entity` on which an actor may perform `action`; null: none. */
export function scopeOf(actor: Actor, action: Action, entity: Entity): Scope | null {
  if (action === 'control' && actor.authority === 'LOCAL_USER' && actor.mayControl === false) return null;
  if (actor.tokenAccess && action !== 'read' && (actor.tokenAccess === 'READ' || BY_PEOPLE.has(entity))) return null;
  const reach = reachOf(actor.authority, action, entity);
  if (reach === undefined) return null;
  const { organizationId, userId, assigned } = actor;
  if (reach === 'self') return { reach, organizationId, userId };
  const whole: Scope = reach === 'all' ? { reach } : { reach, organizationId };
  return assigned === null ? whole : limited(actor, assigned, whole, action, entity);
}

const limited = (
  { authority, organizationId, userId }: Actor,
  { organizationIds, officeIds, departmentIds }: AssignedPlaces,
  whole: Scope,
  action: Action,
  entity: Entity,
): Scope | null => {
  switch (LIMITS[entity][isLocalRole(authority) ? 'places' : 'organizations']) {
    case 'none':
      return null;
    case 'self':
      return { reach: 'self', organizationId, userId };
    case 'read':
      return action === 'read' ? whole : null;
    case 'offices':
      return officeIds.length === 0 ? null : { reach: 'places', organizationId, officeIds, departmentIds: [] };
    case 'rows':
      if (!isLocalRole(authority)) {
        // A new organization would be out of reach.
        return entity === 'organizations' && action === 'create' ? null : { reach: 'some', organizationIds };
      }
      // Who is limited to a department sees its office, but does not change it.
      if (entity === 'offices' && action !== 'read') {
        return action === 'create' ? null : { reach: 'places', organizationId, officeIds, departmentIds: [] };
      }
      return { reach: 'places', organizationId, officeIds, departmentIds };
  }
};

/** The only organization of a scope; null: it has several. */
export const organizationOf = (scope: Scope): number | null =>
  scope.reach === 'all' || scope.reach === 'some' ? null : scope.organizationId;

/** Whether a row is within a scope. */
export function isWithin(scope: Scope, owner: Owner): boolean {
  switch (scope.reach) {
    case 'all':
      return true;
    case 'some':
      return scope.organizationIds.includes(owner.organizationId);
    case 'own':
      return owner.organizationId === scope.organizationId;
    case 'places':
      return (
        owner.organizationId === scope.organizationId &&
        ((owner.officeId !== undefined && scope.officeIds.includes(owner.officeId)) ||
          (owner.departmentId !== undefined && scope.departmentIds.includes(owner.departmentId)))
      );
    case 'self':
      return owner.organizationId === scope.organizationId && owner.userId === scope.userId;
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
