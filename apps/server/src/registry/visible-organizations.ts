import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { Organization, RegistrySnapshot } from './snapshot.ts';

/** Code of the installation's own organization. */
export const SYSTEM_CODE = '00000000';

/** Scopes with the same key see the same organizations. */
export const scopeKey = (scope: Scope): string =>
  scope.reach === 'all' ? scope.reach : `${scope.reach}:${scope.organizationId}`;

const findVisible = (snapshot: RegistrySnapshot, scope: Scope): Organization[] => {
  const reached = [...snapshot.organizations.values()].filter(
    ({ id, use }) => use === 'Y' && isWithin(scope, { organizationId: id }),
  );
  if (scope.reach !== 'all') return reached;
  const worth = reached.filter(({ code, offices }) => code !== SYSTEM_CODE || offices.length > 0);
  return worth.length > 0 ? worth : reached;
};

/** Cached result for a scope, and the revisions at which it was computed. */
interface Visible {
  organizations: readonly Organization[];
  revisions: readonly number[];
  snapshotRevision: number;
}

/** Keyed by the map that successive snapshots share until a full reload. */
const visibleIn = new WeakMap<RegistrySnapshot['organizations'], Map<string, Visible>>();

/**
 * The organizations in use within a scope. Returns the same array until one of them, or the set of organizations,
 * changes. The installation's own organization has no places and is left out, unless it is the only one.
 */
export const visibleOrganizations = (snapshot: RegistrySnapshot, scope: Scope): readonly Organization[] => {
  const byScope = visibleIn.get(snapshot.organizations) ?? new Map<string, Visible>();
  visibleIn.set(snapshot.organizations, byScope);
  const key = scopeKey(scope);
  const known = byScope.get(key);
  if (known?.snapshotRevision === snapshot.revision) return known.organizations;
  const found = findVisible(snapshot, scope);
  const revisions = found.map(({ revision }) => revision);
  const isSame =
    known?.organizations.length === found.length &&
    found.every((each, i) => each === known.organizations[i] && each.revision === known.revisions[i]);
  const organizations = isSame ? known.organizations : found;
  byScope.set(key, { organizations, revisions, snapshotRevision: snapshot.revision });
  return organizations;
};
