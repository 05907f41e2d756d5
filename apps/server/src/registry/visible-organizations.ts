import { isWithin, type Owner, type Scope } from '@airdeck/domain/policy/may';
import type { Department, Meter, Office, Organization, RegistrySnapshot } from './snapshot.ts';

/** Code of the installation's own organization. */
export const SYSTEM_CODE = '00000000';

/** Scopes with the same key see the same organizations. */
export const scopeKey = (scope: Scope): string => {
  switch (scope.reach) {
    case 'all':
      return scope.reach;
    case 'some':
      return `${scope.reach}:${scope.organizationIds.join()}`;
    case 'places':
      return `${scope.reach}:${scope.organizationId}:${scope.officeIds.join()}:${scope.departmentIds.join()}`;
    default:
      return `${scope.reach}:${scope.organizationId}`;
  }
};

/** Where a meter belongs, as the policy asks for it. */
export const ownerOfMeter = ({ organization, department }: Pick<Meter, 'organization' | 'department'>): Owner => ({
  organizationId: organization.id,
  officeId: department.office.id,
  departmentId: department.id,
});

/** Whether the meter of an event, registered or deleted, is within a scope. An event without a meter has no place. */
export const reachesMeter = (
  { meters, past }: RegistrySnapshot,
  scope: Scope,
  organizationId: number,
  meterId: number | null,
): boolean => {
  if (scope.reach !== 'places') return isWithin(scope, { organizationId });
  const meter = meterId === null ? undefined : (meters.get(meterId) ?? past.meters.get(meterId));
  return meter !== undefined && isWithin(scope, ownerOfMeter(meter));
};

/** Whether a place is within a scope: of people who are limited to a department, also the office that it is in. */
export const reachesPlace = (scope: Scope, place: Organization | Office | Department): boolean => {
  if ('office' in place) {
    const { office, id: departmentId } = place;
    return isWithin(scope, { organizationId: office.organization.id, officeId: office.id, departmentId });
  }
  if ('organization' in place) {
    const { organization, id: officeId, departments } = place;
    return (
      isWithin(scope, { organizationId: organization.id, officeId }) ||
      departments.some((department) => reachesPlace(scope, department))
    );
  }
  return scope.reach === 'places' ? scope.organizationId === place.id : isWithin(scope, { organizationId: place.id });
};

/** Whether a place, or the department of a meter, is within a scope and its organization among the visible ones. */
export const isVisible = (
  { organizations, scope }: { organizations: readonly Organization[]; scope: Scope },
  place: Organization | Office | Department,
): boolean => organizations.some(({ id }) => id === organizationOf(place).id) && reachesPlace(scope, place);

const organizationOf = (place: Organization | Office | Department): Organization =>
  'office' in place ? place.office.organization : 'organization' in place ? place.organization : place;

/** A copy of the organization with the places within the scope only. */
const limitedTo = (scope: Scope, organization: Organization): Organization => ({
  ...organization,
  offices: organization.offices
    .filter((office) => reachesPlace(scope, office))
    .map((office) => ({
      ...office,
      departments: office.departments.filter((department) => reachesPlace(scope, department)),
    })),
});

const findVisible = (snapshot: RegistrySnapshot, scope: Scope): Organization[] => {
  const reached = [...snapshot.organizations.values()].filter(
    (organization) => organization.use === 'Y' && reachesPlace(scope, organization),
  );
  if (scope.reach !== 'all') return reached;
  const worth = reached.filter(({ code, offices }) => code !== SYSTEM_CODE || offices.length > 0);
  return worth.length > 0 ? worth : reached;
};

/** Cached result for a scope, and what it was computed from. */
interface Visible {
  organizations: readonly Organization[];
  found: readonly Organization[];
  revisions: readonly number[];
  snapshotRevision: number;
}

/** Keyed by the map that successive snapshots share until a full reload. */
const visibleIn = new WeakMap<RegistrySnapshot['organizations'], Map<string, Visible>>();

/**
 * The organizations in use within a scope, with the places that it reaches. Returns the same array until one of them,
 * or the set of organizations, changes. The installation's own organization has no places and is left out, unless it
 * is the only one.
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
    known?.found.length === found.length &&
    found.every((each, i) => each === known.found[i] && each.revision === known.revisions[i]);
  const limited = () => (scope.reach === 'places' ? found.map((each) => limitedTo(scope, each)) : found);
  const organizations = isSame ? known.organizations : limited();
  byScope.set(key, { organizations, found, revisions, snapshotRevision: snapshot.revision });
  return organizations;
};
