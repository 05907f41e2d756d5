import type { CardView, PlaceKind } from '@airdeck/contract/monitoring/schema';
import { Failure } from '../../../platform/http/failure.ts';
import { type Asker, visibleOrganizations } from '../../../site/asker.ts';
import type { Department, Meter, Office, Organization, SitePicture } from '../../../site/picture.ts';

type Item = Organization | Office | Department | Meter;

/** Something with meters that has a card. One object for each as long as the picture is the same. */
export interface Place {
  kind: PlaceKind;
  item: Item;
  organization: Organization;
  /** Those in use. */
  meters: readonly Meter[];
  /** Topmost first, without itself. */
  above: readonly Place[];
  below: readonly Place[];
}

/** What somebody sees of a picture. */
export interface Sight {
  organizations: readonly Place[];
  byKind: Record<PlaceKind, Map<number, Place>>;
}

export const askerKey = ({ organizationId, seesAll }: Asker): string => `${seesAll ? 'all' : 'own'}:${organizationId}`;

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

const register = (sight: Sight, place: Place): void => {
  sight.byKind[place.kind].set(place.item.id, place);
  for (const child of place.below) register(sight, child);
};

const emptySight = (organizations: Place[]): Sight => ({
  organizations,
  byKind: { organization: new Map(), office: new Map(), department: new Map(), meter: new Map() },
});

/** Makes sights, one for each kind of asker, until the picture is replaced. */
export const createSights = () => {
  let picture: SitePicture | null = null;
  let places = new Map<Organization, Place>();
  let sights = new Map<string, Sight>();

  const placeOf = (organization: Organization): Place => {
    const place = places.get(organization) ?? organizationPlace(organization);
    places.set(organization, place);
    return place;
  };

  return (now: SitePicture, asker: Asker): Sight => {
    if (picture !== now) {
      picture = now;
      places = new Map();
      sights = new Map();
    }
    const key = askerKey(asker);
    const known = sights.get(key);
    if (known) return known;
    const sight = emptySight(visibleOrganizations(now, asker).map(placeOf));
    for (const place of sight.organizations) register(sight, place);
    sights.set(key, sight);
    return sight;
  };
};

export type Sights = ReturnType<typeof createSights>;

const KIND_OF_VIEW: Record<CardView, PlaceKind> = {
  agency: 'organization',
  grade: 'office',
  half: 'department',
  meter: 'meter',
};

const PARENT_KIND: Record<PlaceKind, PlaceKind> = {
  organization: 'organization',
  office: 'organization',
  department: 'office',
  meter: 'department',
};

/**
 * The place of a kind.
 * @throws Failure INVALID_VIEW when there is none that the asker sees.
 */
export const findPlace = (sight: Sight, kind: PlaceKind, id: number): Place => {
  const place = sight.byKind[kind].get(id);
  if (!place) throw new Failure('INVALID_VIEW');
  return place;
};

/** The place that `id` names in a view, null without an id, and what the view has cards of. */
export const placesOfView = (
  sight: Sight,
  view: CardView,
  id: number | undefined,
): { parent: Place | null; places: readonly Place[] } => {
  const kind = KIND_OF_VIEW[view];
  if (id === undefined) return { parent: null, places: [...sight.byKind[kind].values()] };
  const parent = findPlace(sight, PARENT_KIND[kind], id);
  return kind === 'organization' ? { parent: null, places: [parent] } : { parent, places: parent.below };
};
