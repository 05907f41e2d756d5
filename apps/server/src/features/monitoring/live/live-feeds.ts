import type { LiveEvent, LiveView } from '@airdeck/contract/live/event';
import type { CardView } from '@airdeck/contract/monitoring/schema';
import type { LevelAir } from '../assess/level-air.ts';
import type { MeterStatus } from '../assess/meter-status.ts';
import { findPlace, type Place } from '../assess/places.ts';
import type { LastReport, PurifierReports } from '../current/purifier-reports.ts';
import { airOfView, cardNow, countAll } from '../views/cards.ts';
import { type Glance, isoTime } from '../views/glance.ts';
import { isSilent, purifiersOf, purifierView } from '../views/purifiers-view.ts';
import { meterNow, sensorNow, sensorsOf } from '../views/sensor-now.ts';

/**
 * What changed since it was last asked, as an event; null when nothing did. The first answer only tells it where to
 * begin. @throws Failure INVALID_VIEW when what it shows is not there for the asker.
 */
export type Feed = (glance: Glance) => LiveEvent | null;

/** Remembers what each key was, and answers which of the items are not what they were. */
const createChanges = <T>(keyOf: (item: T) => string | number, stateOf: (item: T) => unknown) => {
  let last = new Map<string | number, unknown>();
  return (items: readonly T[]): T[] => {
    const now = new Map(items.map((item) => [keyOf(item), stateOf(item)]));
    const before = last;
    last = now;
    return items.filter((item) => before.get(keyOf(item)) !== now.get(keyOf(item)));
  };
};

const cardsFeed = (view: CardView, id: number | undefined): Feed => {
  // The assessor keeps the same object as long as nothing changed.
  const changes = createChanges<{ place: Place; air: LevelAir }>(
    ({ place }) => place.item.id,
    ({ air }) => air,
  );
  return (glance) => {
    const airs = airOfView(glance, view, id);
    const changed = changes(airs);
    if (changed.length === 0) return null;
    const cards = changed.map((each) => cardNow(each, glance.language));
    return { type: 'cards', time: isoTime(glance.moment.now), meters: countAll(airs), cards };
  };
};

const sensorsFeed = (id: number | undefined): Feed => {
  const changes = createChanges<{ place: Place; status: MeterStatus }>(
    ({ place }) => place.item.id,
    ({ status }) => status,
  );
  return (glance) => {
    const { sight, assessor, moment } = glance;
    const places = id === undefined ? [...sight.byKind.meter.values()] : [findPlace(sight, 'meter', id)];
    const statuses = places.flatMap((place) =>
      place.meters.map((meter) => ({ place, meter, status: assessor.meter(meter, moment) })),
    );
    const changed = new Set(changes(statuses).map(({ place }) => place));
    if (changed.size === 0) return null;
    const meters = statuses
      .filter(({ place }) => changed.has(place))
      .map(({ meter }) => ({
        ...meterNow(glance, meter),
        sensors: sensorsOf(meter).map((sensor) => sensorNow(glance, sensor)),
      }));
    return { type: 'sensors', time: isoTime(moment.now), meters };
  };
};

const purifiersFeed = (id: number | undefined, reports: PurifierReports): Feed => {
  const reported = createChanges<{ id: number; report: LastReport | undefined }>(
    (each) => each.id,
    (each) => each.report,
  );
  const silent = createChanges<{ id: number; stale: boolean }>(
    (each) => each.id,
    (each) => each.stale,
  );
  return (glance) => {
    const { now } = glance.moment;
    const purifiers = purifiersOf(glance, id);
    const all = purifiers.map((purifier) => {
      const report = reports.of(purifier.id);
      return { id: purifier.id, report, stale: isSilent(purifier, report?.time, now) };
    });
    const changed = new Set([...reported(all), ...silent(all)].map((each) => each.id));
    if (changed.size === 0) return null;
    const views = purifiers
      .filter((purifier) => changed.has(purifier.id))
      .map((purifier) => purifierView(glance, reports, purifier));
    return { type: 'purifiers', time: isoTime(now), purifiers: views };
  };
};

/** Grades of the whole site tree. */
export const treeFeed = (): Feed => {
  const changes = createChanges<{ place: Place; air: LevelAir }>(
    ({ place }) => `${place.kind}:${place.item.id}`,
    ({ air }) => air.grade,
  );
  return ({ sight, assessor, moment }) => {
    const airs = Object.values(sight.byKind).flatMap((places) =>
      [...places.values()].map((place) => ({ place, air: assessor.place(place, moment) })),
    );
    const nodes = changes(airs).map(({ place, air }) => ({ kind: place.kind, id: place.item.id, grade: air.grade }));
    return nodes.length === 0 ? null : { type: 'tree', nodes };
  };
};

export const feedsOf = (view: LiveView, id: number | undefined, reports: PurifierReports): Feed[] => {
  switch (view) {
    case 'sensor':
      return id === undefined ? [sensorsFeed(id)] : [sensorsFeed(id), purifiersFeed(id, reports)];
    case 'purifier':
      return [purifiersFeed(id, reports)];
    default:
      return [cardsFeed(view, id)];
  }
};
