import { MAX_WALL_PLACES, type WallLevel } from '@airdeck/contract/wall-display/schema';
import { MAX_WALL_ROOMS, type WallPlace, type WallPlan, type WallRoom } from '@airdeck/contract/wall-display/wall';
import { roundIndex } from '@airdeck/domain/air-index';
import { isoTimeOrNull } from '@airdeck/domain/calendar';
import { compareNames } from '../../../localization/compare-names.ts';
import { localName } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { MeterStatus } from '../assess/air-status.ts';
import type { AssessedPlace, Assessor } from '../assess/assessor.ts';
import { type Place, placesOf } from '../assess/places.ts';
import { indexOrNull } from './format.ts';
import { highestValues } from './highest-values.ts';

/** The places of an organization that a wall display cycles through; without ids all of the level. */
export interface WallChoice {
  level: WallLevel;
  placeIds: readonly number[];
  plans: readonly PlanChoice[];
}

/** A floor plan of an office with places of meters. */
export interface PlanChoice extends Pick<WallPlan, 'id' | 'name' | 'width' | 'height' | 'image_version' | 'pins'> {
  office_id: number;
}

export interface WallLook {
  organizationName: string;
  timeZone: string;
  places: WallPlace[];
  plans: WallPlan[];
}

interface Room {
  meter: Meter;
  status: MeterStatus;
}

/** Silent rooms first, then those that measure, then those that never did. */
const rankOf = ({ status: { online, lastTime } }: Room): number => (online ? 1 : lastTime === null ? 2 : 0);

const compareRooms = (a: Room, b: Room): number =>
  rankOf(a) - rankOf(b) || roundIndex(b.status.worst?.index ?? -1) - roundIndex(a.status.worst?.index ?? -1);

const roomView = (assessor: Assessor, context: RequestContext, { meter, status }: Room): WallRoom => ({
  id: meter.id,
  name: localName(meter, context.language),
  index: indexOrNull(status.worst?.index ?? null),
  grade: status.worst?.grade ?? null,
  type: status.worst?.type ?? null,
  stale: !status.online,
  last_time: isoTimeOrNull(status.lastTime),
  values: status.online ? highestValues(assessor, context, meter) : [],
});

const airView = (
  assessor: Assessor,
  context: RequestContext,
  { place, air }: AssessedPlace,
  maxRooms: number,
): Omit<WallPlace, 'id' | 'name'> => {
  const rooms = place.meters.map((meter) => ({ meter, status: assessor.meter(meter, context) }));
  return {
    index: indexOrNull(air.index),
    grade: air.grade,
    meters: air.counts,
    last_time: isoTimeOrNull(air.lastTime),
    rooms: rooms
      .toSorted((a, b) => compareRooms(a, b) || compareNames(context.language, a.meter, b.meter))
      .slice(0, maxRooms)
      .map((room) => roomView(assessor, context, room)),
  };
};

const placeView = (assessor: Assessor, context: RequestContext, assessed: AssessedPlace): WallPlace => ({
  id: assessed.place.item.id,
  name: localName(assessed.place.item, context.language),
  ...airView(assessor, context, assessed, MAX_WALL_ROOMS),
});

/** The meters of a plan as a place, the same object while they are: assessments are cached by it. */
const planPlaces = new WeakMap<Place, Map<string, Place>>();
/** Earlier pins of plans that were edited. */
const MAX_KNOWN_PLANS = 50;

const planPlace = (office: Place, planId: number, meters: readonly Meter[]): Place => {
  const known = planPlaces.get(office) ?? new Map<string, Place>();
  planPlaces.set(office, known);
  const key = [planId, ...meters.map(({ id }) => id)].join(' ');
  const place = known.get(key) ?? { ...office, meters, below: [] };
  if (known.size >= MAX_KNOWN_PLANS) known.clear();
  known.set(key, place);
  return place;
};

/** A pin shows one value: the deciding one. */
const worstOnly = (room: WallRoom): WallRoom => ({
  ...room,
  values: room.values.filter(({ type }) => type === room.type).slice(0, 1),
});

const planView = (
  assessor: Assessor,
  context: RequestContext,
  office: Place,
  { office_id: _, pins, ...plan }: PlanChoice,
): WallPlan[] => {
  const here = new Map(office.meters.map((meter) => [meter.id, meter]));
  const meters = pins.flatMap(({ meter_id: id }) => here.get(id) ?? []);
  return assessor.places([planPlace(office, plan.id, meters)], context).map((assessed) => {
    const air = airView(assessor, context, assessed, pins.length);
    return {
      ...{ ...plan, ...air, office: localName(office.item, context.language) },
      rooms: air.rooms.map(worstOnly),
      pins: pins.filter(({ meter_id: id }) => here.has(id)),
    };
  });
};

const placesAt = (organization: Place, level: WallLevel): readonly Place[] => {
  if (level === 'ORGANIZATION') return [organization];
  return level === 'OFFICE' ? organization.below : organization.below.flatMap(({ below }) => below);
};

/** The content of a wall display, place by place, of the only organization in the context; null when it is disabled. */
export const lookAtWall = (assessor: Assessor, context: RequestContext, choice: WallChoice): WallLook | null => {
  const [organization] = placesOf(context).organizations;
  if (!organization) return null;
  const chosen = new Set(choice.placeIds);
  const places = placesAt(organization, choice.level)
    .filter(({ item, meters }) => meters.length > 0 && (chosen.size === 0 || chosen.has(item.id)))
    .toSorted((a, b) => compareNames(context.language, a.item, b.item))
    .slice(0, MAX_WALL_PLACES);
  return {
    organizationName: localName(organization.organization, context.language),
    timeZone: organization.organization.timeZone,
    places: assessor.places(places, context).map((assessed) => placeView(assessor, context, assessed)),
    plans: choice.plans.flatMap((plan) => {
      const office = organization.below.find(({ item }) => item.id === plan.office_id);
      return office ? planView(assessor, context, office, plan) : [];
    }),
  };
};
