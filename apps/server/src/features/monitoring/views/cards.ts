import type { Card, CardList, CardNow, CardView, Handling, PlaceKind } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { isoTime, isoTimeOrNull } from '@airdeck/domain/calendar';
import { compareNames } from '../../../localization/compare-names.ts';
import { localName } from '../../../registry/registry.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { addCounts, noMeters, type PlaceAir, sensorsOf } from '../assess/air-status.ts';
import type { AssessedPlace, Assessor } from '../assess/assessor.ts';
import { findPlace, type Place, placesOf, windowOver } from '../assess/places.ts';
import type { OpenAlarms } from '../current/open-alarms.ts';
import { indexOrNull, maintenanceOf, pathTo, sinceOrNull } from './format.ts';
import { type PlaceWeeks, weeksUntil } from './week-averages.ts';

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
 * The place of `id` in a view (null without an id), and the places that the view has cards of. @throws Failure
 * INVALID_VIEW
 */
export const placesOfView = (
  context: RequestContext,
  view: CardView,
  id: number | undefined,
): { parent: Place | null; places: readonly Place[] } => {
  const kind = KIND_OF_VIEW[view];
  if (id === undefined) return { parent: null, places: [...placesOf(context).byKind[kind].values()] };
  const parent = findPlace(context, PARENT_KIND[kind], id);
  return kind === 'organization' ? { parent: null, places: [parent] } : { parent, places: parent.below };
};

export const countAll = (assessed: readonly AssessedPlace[]): CardList['meters'] => {
  const counts = noMeters();
  for (const { air } of assessed) addCounts(counts, air.counts);
  return counts;
};

export const cardNow = (
  { place, air }: AssessedPlace,
  handling: Handling | null,
  { language, now }: Pick<RequestContext, 'language' | 'now'>,
): CardNow => ({
  id: place.item.id,
  index: indexOrNull(air.index),
  grade: air.grade,
  worst: air.worst && {
    meter_id: air.worst.meter.id,
    meter_name: localName(air.worst.meter, language),
    type: air.worst.type,
    value: air.worst.value,
    grade: air.worst.grade,
    since: sinceOrNull(air.worst.since),
  },
  meters: air.counts,
  trend: air.trend.map(indexOrNull),
  last_time: isoTimeOrNull(air.lastTime),
  handling,
  maintenance: maintenanceOf(windowOver(place, now)),
});

/** Worst first: by number of very bad meters, then of bad ones, then by index. Places without an index come last. */
const compareAir = (a: PlaceAir, b: PlaceAir): number =>
  b.counts.VERY_BAD - a.counts.VERY_BAD ||
  b.counts.BAD - a.counts.BAD ||
  roundIndex(b.index ?? -1) - roundIndex(a.index ?? -1);

const describe = ({ below, item }: Place, language: Language): Pick<Card, 'first_child' | 'children'> => {
  const names = 'sensors' in item ? sensorsOf(item) : below.map((place) => place.item);
  const [first] = names;
  const name = first && ('nameEn' in first ? localName(first, language) : first.name);
  return { first_child: name ?? null, children: names.length };
};

/** The cards of a view, worst first. @throws Failure INVALID_VIEW */
export const listCards = (
  { assessor, alarms }: { assessor: Assessor; alarms: OpenAlarms },
  context: RequestContext,
  view: CardView,
  id: number | undefined,
  weeks: PlaceWeeks,
): CardList => {
  const { language, now } = context;
  const { parent, places } = placesOfView(context, view, id);
  const assessed = assessor.places(places, context);
  const sorted = assessed.toSorted(
    (a, b) => compareAir(a.air, b.air) || compareNames(language, a.place.item, b.place.item),
  );
  return {
    view,
    path: pathTo(parent, language),
    time: isoTime(now),
    meters: countAll(assessed),
    cards: sorted.map((each) => ({
      ...cardNow(each, alarms.handlingOf(each.place), context),
      name: localName(each.place.item, language),
      above: each.place.above.map((place) => localName(place.item, language)),
      ...describe(each.place, language),
      weeks: weeks.of(each.place.item.id),
      weeks_until: weeksUntil(weeks.at, each.place.organization.timeZone),
    })),
  };
};
