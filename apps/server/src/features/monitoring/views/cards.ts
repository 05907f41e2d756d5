import type { Card, CardList, CardNow, CardView, WeekAverage } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { compareNames } from '../../../site/compare-names.ts';
import { localName } from '../../../site/site.ts';
import { addCounts, type LevelAir, noMeters } from '../assess/level-air.ts';
import { type Place, placesOfView } from '../assess/places.ts';
import { type Glance, isoOrNull, isoTime, pathTo, tenth, tenthOrNull } from './glance.ts';
import { sensorsOf } from './sensor-now.ts';

export interface PlaceAir {
  place: Place;
  air: LevelAir;
}

/** The places of a view with their air. @throws Failure INVALID_VIEW. */
export const airOfView = ({ sight, assessor, moment }: Glance, view: CardView, id: number | undefined): PlaceAir[] =>
  placesOfView(sight, view, id).places.map((place) => ({ place, air: assessor.place(place, moment) }));

export const countAll = (airs: readonly PlaceAir[]): CardList['meters'] => {
  const counts = noMeters();
  for (const { air } of airs) addCounts(counts, air.counts);
  return counts;
};

export const cardNow = ({ place, air }: PlaceAir, language: Language): CardNow => ({
  id: place.item.id,
  index: tenthOrNull(air.index),
  grade: air.grade,
  worst: air.worst && {
    meter_id: air.worst.meter.id,
    meter_name: localName(air.worst.meter, language),
    type: air.worst.type,
    value: air.worst.value,
    grade: air.worst.grade,
  },
  meters: air.counts,
  trend: air.trend.map(tenthOrNull),
  last_time: isoOrNull(air.lastTime),
});

/** Worst first: by meters very bad, then bad, then index. What has no index comes last. */
const compareAir = (a: LevelAir, b: LevelAir): number =>
  b.counts.VERY_BAD - a.counts.VERY_BAD || b.counts.BAD - a.counts.BAD || tenth(b.index ?? -1) - tenth(a.index ?? -1);

const describe = ({ below, item }: Place, language: Language): Pick<Card, 'first_child' | 'children'> => {
  const names = 'sensors' in item ? sensorsOf(item) : below.map((place) => place.item);
  const [first] = names;
  const name = first && ('nameEn' in first ? localName(first, language) : first.name);
  return { first_child: name ?? null, children: names.length };
};

/** The cards of a view, worst first. @throws Failure INVALID_VIEW. */
export const listCards = (
  glance: Glance,
  view: CardView,
  id: number | undefined,
  weeksOf: (place: Place) => WeekAverage[],
): CardList => {
  const { language, moment, sight } = glance;
  const airs = airOfView(glance, view, id);
  const sorted = airs.toSorted(
    (a, b) => compareAir(a.air, b.air) || compareNames(language, a.place.item, b.place.item),
  );
  return {
    view,
    path: pathTo(placesOfView(sight, view, id).parent, language),
    time: isoTime(moment.now),
    meters: countAll(airs),
    cards: sorted.map((each) => ({
      ...cardNow(each, language),
      name: localName(each.place.item, language),
      above: each.place.above.map((place) => localName(place.item, language)),
      ...describe(each.place, language),
      weeks: weeksOf(each.place),
    })),
  };
};
