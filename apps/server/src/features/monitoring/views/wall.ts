import { MAX_WALL_PLACES, type WallLevel } from '@airdeck/contract/wall-display/schema';
import { MAX_WALL_ROOMS, type WallPlace, type WallRoom } from '@airdeck/contract/wall-display/wall';
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
}

export interface WallLook {
  organizationName: string;
  timeZone: string;
  places: WallPlace[];
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

const placeView = (assessor: Assessor, context: RequestContext, { place, air }: AssessedPlace): WallPlace => {
  const rooms = place.meters.map((meter) => ({ meter, status: assessor.meter(meter, context) }));
  return {
    id: place.item.id,
    name: localName(place.item, context.language),
    index: indexOrNull(air.index),
    grade: air.grade,
    meters: air.counts,
    last_time: isoTimeOrNull(air.lastTime),
    rooms: rooms
      .toSorted((a, b) => compareRooms(a, b) || compareNames(context.language, a.meter, b.meter))
      .slice(0, MAX_WALL_ROOMS)
      .map((room) => roomView(assessor, context, room)),
  };
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
  };
};
