import type { LiveEvent, LiveView } from '@airdeck/contract/live/event';
import type { CardView } from '@airdeck/contract/monitoring/schema';
import type { RequestContext } from '../../../registry/request-context.ts';
import type { Assessor } from '../assess/assessor.ts';
import { type MeterStatus, sensorsOf } from '../assess/meter-status.ts';
import { meterPlaces, type Place, placesOf } from '../assess/places.ts';
import type { LastReport, PurifierReports } from '../current/purifier-reports.ts';
import { type AssessedPlace, assessAll, cardNow, countAll, placesOfView } from '../views/cards.ts';
import { isoTime } from '../views/format.ts';
import { isSilent, purifiersOf, purifierView } from '../views/purifiers.ts';
import { meterNow, sensorNow } from '../views/sensors.ts';

/** Where feeds take their values from. */
export interface FeedSources {
  assessor: Assessor;
  reports: PurifierReports;
}

/**
 * What changed since the last call, as an event; null when nothing did. The first answer only sets where to begin.
 * @throws Failure INVALID_VIEW when what it shows is not there for the viewer.
 */
export type Feed = (context: RequestContext) => LiveEvent | null;

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

const cardsFeed = ({ assessor }: FeedSources, view: CardView, id: number | undefined): Feed => {
  // The assessor keeps the same object as long as nothing changed.
  const changes = createChanges<AssessedPlace>(
    ({ place }) => place.item.id,
    ({ air }) => air,
  );
  return (context) => {
    const assessed = assessAll(assessor, context, placesOfView(context, view, id).places);
    const changed = changes(assessed);
    if (changed.length === 0) return null;
    const cards = changed.map((each) => cardNow(each, context.language));
    return { type: 'cards', time: isoTime(context.now), meters: countAll(assessed), cards };
  };
};

const sensorsFeed = ({ assessor }: FeedSources, id: number | undefined): Feed => {
  const changes = createChanges<{ place: Place; status: MeterStatus }>(
    ({ place }) => place.item.id,
    ({ status }) => status,
  );
  return (context) => {
    const statuses = meterPlaces(context, id).flatMap((place) =>
      place.meters.map((meter) => ({ place, meter, status: assessor.meter(meter, context) })),
    );
    const changed = new Set(changes(statuses).map(({ place }) => place));
    if (changed.size === 0) return null;
    const meters = statuses
      .filter(({ place }) => changed.has(place))
      .map(({ meter }) => ({
        ...meterNow(assessor, context, meter),
        sensors: sensorsOf(meter).map((sensor) => sensorNow(assessor, context, sensor)),
      }));
    return { type: 'sensors', time: isoTime(context.now), meters };
  };
};

const purifiersFeed = ({ reports }: FeedSources, id: number | undefined): Feed => {
  const reported = createChanges<{ id: number; report: LastReport | undefined }>(
    (each) => each.id,
    (each) => each.report,
  );
  const silent = createChanges<{ id: number; stale: boolean }>(
    (each) => each.id,
    (each) => each.stale,
  );
  return (context) => {
    const { now } = context;
    const purifiers = purifiersOf(context, id);
    const all = purifiers.map((purifier) => {
      const report = reports.of(purifier.id);
      return { id: purifier.id, report, stale: isSilent(purifier, report?.time, now) };
    });
    const changed = new Set([...reported(all), ...silent(all)].map((each) => each.id));
    if (changed.size === 0) return null;
    const views = purifiers
      .filter((purifier) => changed.has(purifier.id))
      .map((purifier) => purifierView(reports, context, purifier));
    return { type: 'purifiers', time: isoTime(now), purifiers: views };
  };
};

/** Grades of the whole registry tree. */
export const treeFeed = ({ assessor }: FeedSources): Feed => {
  const changes = createChanges<AssessedPlace>(
    ({ place }) => `${place.kind}:${place.item.id}`,
    ({ air }) => air.grade,
  );
  return (context) => {
    const assessed = Object.values(placesOf(context).byKind).flatMap((places) =>
      assessAll(assessor, context, places.values()),
    );
    const nodes = changes(assessed).map(({ place, air }) => ({
      kind: place.kind,
      id: place.item.id,
      grade: air.grade,
    }));
    return nodes.length === 0 ? null : { type: 'tree', nodes };
  };
};

export const feedsOf = (sources: FeedSources, view: LiveView, id: number | undefined): Feed[] => {
  switch (view) {
    case 'sensor':
      return id === undefined ? [sensorsFeed(sources, id)] : [sensorsFeed(sources, id), purifiersFeed(sources, id)];
    case 'purifier':
      return [purifiersFeed(sources, id)];
    case 'alarms':
      return [];
    default:
      return [cardsFeed(sources, view, id)];
  }
};
