import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { Organization, RegistrySnapshot } from './snapshot.ts';

/** The organization of the installation itself. */
export const SYSTEM_CODE = '00000000';

/** Scopes with the same key see the same. */
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

/** What was found for a scope, and the revisions at which it was. */
interface Visible {
  organizations: readonly Organization[];
  revisions: readonly number[];
  snapshotRevision: number;
}

/** By the map that a snapshot hands on to the next one, until everything is read anew. */
const visibleIn = new WeakMap<RegistrySnapshot['organizations'], Map<string, Visible>>();

/**
 * The organizations in use that a scope reaches; the same array until one of them, or which there are, changes. The
 * installation's own, without places, is one of all only alone.
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
