import type { PlaceKind } from '@airdeck/contract/monitoring/schema';
import { Failure } from '../../../platform/http/failure.ts';
import type { MaintenanceWindow } from '../../../registry/maintenance.ts';
import type { Department, Meter, Office, Organization, RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';

type Item = Organization | Office | Department | Meter;

/** The object of a place, with its name. */
export interface NamedPlace {
  kind: PlaceKind;
  /** Of the registry, where its name may change. */
  item: Item;
}

/**
 * An organization, office, department or meter in the hierarchy. The same object until it changes, or anything below
 * it.
 */
export interface Place extends NamedPlace {
  organization: Organization;
  /** The enabled ones. */
  meters: readonly Meter[];
  /** Ancestors, topmost first. */
  above: readonly NamedPlace[];
  below: readonly Place[];
}

/** The places that a viewer sees. Lists of all are made when they are asked for: there may be 50,000 meters. */
export interface Places {
  organizations: readonly Place[];
  byKind: Readonly<Record<PlaceKind, ReadonlyMap<number, Place>>>;
  /** Parents before children. */
  all: readonly Place[];
}

/** Places by the objects of the registry, which change in place, with a new revision. */
const madeOf = new WeakMap<Organization | Office | Department, { revision: number; place: Place }>();

/** The place of an item; `makeBelow` gets the places that were below it, to keep those that did not change. */
const placeOf = (
  kind: PlaceKind,
  item: Organization | Office | Department,
  above: readonly NamedPlace[],
  organization: Organization,
  makeBelow: (above: readonly NamedPlace[], kept: readonly Place[]) => Place[],
): Place => {
  const known = madeOf.get(item);
  const isHere = known?.place.above.every((each, i) => each.item === above[i]?.item) ?? false;
  if (known && isHere && known.revision === item.revision) return known.place;
  const below = makeBelow([...above, { kind, item }], known && isHere ? known.place.below : []);
  // Of 50,000 meters, quicker than flatMap.
  const meters: Meter[] = [];
  for (const each of below) for (const meter of each.meters) meters.push(meter);
  const place: Place = { kind, item, organization, meters, above, below };
  madeOf.set(item, { revision: item.revision, place });
  return place;
};

/** Above are the objects of the registry, also for viewers who see a part of them: they share the department. */
const departmentPlace = (department: Department): Place => {
  const { office } = department;
  const { organization } = office;
  const ancestors: NamedPlace[] = [
    { kind: 'organization', item: organization },
    { kind: 'office', item: office },
  ];
  return placeOf('department', department, ancestors, organization, (above, kept) => {
    const places = new Map(kept.map((place) => [place.item, place]));
    return department.meters
      .filter((meter) => meter.use === 'Y')
      .map(
        (meter) => places.get(meter) ?? { kind: 'meter', item: meter, organization, meters: [meter], above, below: [] },
      );
  });
};

const officePlace = (office: Office): Place => {
  const { organization } = office;
  return placeOf('office', office, [{ kind: 'organization', item: organization }], organization, () =>
    office.departments.map(departmentPlace),
  );
};

const organizationPlace = (organization: Organization): Place =>
  placeOf('organization', organization, [], organization, () => organization.offices.map(officePlace));

const withBelow = (place: Place, list: Place[] = []): Place[] => {
  list.push(place);
  for (const each of place.below) withBelow(each, list);
  return list;
};

const KINDS = ['organization', 'office', 'department', 'meter'] as const;

/** The places of a kind, by id. */
const ofKind = (tops: readonly Place[], kind: PlaceKind): ReadonlyMap<number, Place> => {
  let places = tops;
  for (let depth = KINDS.indexOf(kind); depth > 0; depth--) places = places.flatMap(({ below }) => below);
  return new Map(places.map((place) => [place.item.id, place]));
};

const createPlaces = (organizations: readonly Place[]): Places => {
  const made: { [K in PlaceKind]?: ReadonlyMap<number, Place> } = {};
  const of = (kind: PlaceKind): ReadonlyMap<number, Place> => (made[kind] ??= ofKind(organizations, kind));
  let all: readonly Place[] | null = null;
  return {
    organizations,
    byKind: {
      get organization() {
        return of('organization');
      },
      get office() {
        return of('office');
      },
      get department() {
        return of('department');
      },
      get meter() {
        return of('meter');
      },
    },
    get all() {
      all ??= organizations.flatMap((top) => withBelow(top));
      return all;
    },
  };
};

const seenIn = new WeakMap<RequestContext['organizations'], Places>();

/**
 * The places of a request's viewer; the same object for all with the same scope, until one of their organizations
 * changes.
 */
export const placesOf = ({ organizations }: Pick<RequestContext, 'organizations'>): Places => {
  const known = seenIn.get(organizations);
  if (known) return known;
  const places = createPlaces(organizations.map(organizationPlace));
  seenIn.set(organizations, places);
  return places;
};

/** The registered ancestors of a place and itself, topmost first; empty: there is none. */
const lineOf = (snapshot: RegistrySnapshot, kind: PlaceKind, id: number): readonly Item[] => {
  switch (kind) {
    case 'organization': {
      const organization = snapshot.organizations.get(id);
      return organization ? [organization] : [];
    }
    case 'office': {
      const office = snapshot.offices.get(id);
      return office ? [office.organization, office] : [];
    }
    case 'department': {
      const department = snapshot.departments.get(id);
      return department ? [...lineOf(snapshot, 'office', department.office.id), department] : [];
    }
    case 'meter': {
      const meter = snapshot.meters.get(id);
      return meter ? [...lineOf(snapshot, 'department', meter.department.id), meter] : [];
    }
  }
};

/** A place that the viewer sees, found from its top: it costs no list of all. */
export const seenPlace = (
  context: Pick<RequestContext, 'organizations' | 'snapshot'>,
  kind: PlaceKind,
  id: number,
): Place | undefined => {
  let places = placesOf(context).organizations;
  let found: Place | undefined;
  for (const { id: wanted } of lineOf(context.snapshot, kind, id)) {
    found = places.find(({ item }) => item.id === wanted);
    if (!found) return undefined;
    places = found.below;
  }
  return found;
};

/** @throws Failure INVALID_VIEW when the viewer sees no such place */
export const findPlace = (context: RequestContext, kind: PlaceKind, id: number): Place => {
  const place = seenPlace(context, kind, id);
  if (!place) throw new Failure('INVALID_VIEW');
  return place;
};

/** The running window of a place or of one above it. */
export const windowOver = (place: Place, now: number): MaintenanceWindow | undefined => {
  const { organization } = place;
  if (organization.windows.length === 0) return undefined;
  const isOf = (kind: PlaceKind, id: number): boolean =>
    [place, ...place.above].some((each) => each.kind === kind && each.item.id === id);
  return organization.windows.find(({ start, end, officeId, departmentId, meterId }) => {
    if (now < start || now >= end) return false;
    if (meterId !== null) return isOf('meter', meterId);
    if (departmentId !== null) return isOf('department', departmentId);
    return officeId === null || isOf('office', officeId);
  });
};

/** Whether a meter stands in a place; in null every one does. */
export const isInPlace = ({ id, department, organization }: Meter, place: Place | null): boolean => {
  switch (place?.kind) {
    case undefined:
      return true;
    case 'organization':
      return organization.id === place.item.id;
    case 'office':
      return department.office.id === place.item.id;
    case 'department':
      return department.id === place.item.id;
    case 'meter':
      return id === place.item.id;
  }
};

/** Meter `id`, or all meters that the viewer sees. @throws Failure INVALID_VIEW */
export const meterPlaces = (context: RequestContext, id: number | undefined): readonly Place[] =>
  id === undefined ? [...placesOf(context).byKind.meter.values()] : [findPlace(context, 'meter', id)];
