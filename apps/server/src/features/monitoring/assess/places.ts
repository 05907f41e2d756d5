import type { PlaceKind } from '@airdeck/contract/monitoring/schema';
import { Failure } from '../../../platform/http/failure.ts';
import type { MaintenanceWindow } from '../../../registry/maintenance.ts';
import type { Department, Meter, Office, Organization } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';

type Item = Organization | Office | Department | Meter;

/** An organization, office, department or meter in the hierarchy. The same object until its organization changes. */
export interface Place {
  kind: PlaceKind;
  item: Item;
  organization: Organization;
  /** The enabled ones. */
  meters: readonly Meter[];
  /** Ancestors, topmost first. */
  above: readonly Place[];
  below: readonly Place[];
}

/** The places that a viewer sees. */
export interface Places {
  organizations: readonly Place[];
  byKind: Record<PlaceKind, Map<number, Place>>;
  /** Parents before children. */
  all: readonly Place[];
}

const meterPlace = (meter: Meter, above: readonly Place[]): Place => ({
  kind: 'meter',
  item: meter,
  organization: meter.organization,
  meters: [meter],
  above,
  below: [],
});

const parentPlace = (
  kind: PlaceKind,
  item: Item,
  organization: Organization,
  above: readonly Place[],
  makeBelow: (above: readonly Place[]) => Place[],
): Place => {
  const below: Place[] = [];
  const meters: Meter[] = [];
  const place: Place = { kind, item, organization, meters, above, below };
  for (const child of makeBelow([...above, place])) {
    below.push(child);
    for (const meter of child.meters) meters.push(meter);
  }
  return place;
};

const organizationPlace = (organization: Organization): Place =>
  parentPlace('organization', organization, organization, [], (top) =>
    organization.offices.map((office) =>
      parentPlace('office', office, organization, top, (upper) =>
        office.departments.map((department) =>
          parentPlace('department', department, organization, upper, (above) =>
            department.meters.filter((meter) => meter.use === 'Y').map((meter) => meterPlace(meter, above)),
          ),
        ),
      ),
    ),
  );

const withBelow = (place: Place): Place[] => [place, ...place.below.flatMap(withBelow)];

/**
 * An organization changes in place, with a new revision, or is replaced; the weak map drops the places of replaced
 * ones.
 */
const madeOf = new WeakMap<Organization, { revision: number; place: Place }>();
const seenIn = new WeakMap<RequestContext['organizations'], Places>();

const organizationPlaceOf = (organization: Organization): Place => {
  const { revision } = organization;
  const known = madeOf.get(organization);
  if (known?.revision === revision) return known.place;
  const place = organizationPlace(organization);
  madeOf.set(organization, { revision, place });
  return place;
};

/**
 * The places of a request's viewer; the same object for all with the same scope, until one of their organizations
 * changes.
 */
export const placesOf = ({ organizations }: Pick<RequestContext, 'organizations'>): Places => {
  const known = seenIn.get(organizations);
  if (known) return known;
  const tops = organizations.map(organizationPlaceOf);
  const all = tops.flatMap(withBelow);
  const byKind: Places['byKind'] = {
    organization: new Map(),
    office: new Map(),
    department: new Map(),
    meter: new Map(),
  };
  for (const place of all) byKind[place.kind].set(place.item.id, place);
  const places: Places = { organizations: tops, byKind, all };
  seenIn.set(organizations, places);
  return places;
};

/** @throws Failure INVALID_VIEW when the viewer sees no such place */
export const findPlace = (context: RequestContext, kind: PlaceKind, id: number): Place => {
  const place = placesOf(context).byKind[kind].get(id);
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
