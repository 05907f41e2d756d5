import type { LiveEvent, LiveView } from '@airdeck/contract/live/event';
import type { CardView } from '@airdeck/contract/monitoring/schema';
import { isoTime } from '@airdeck/domain/calendar';
import type { RequestContext } from '../../../resource/request-context.ts';
import { type MeterStatus, sensorsOf } from '../assess/air-status.ts';
import type { AssessedPlace, Assessor } from '../assess/assessor.ts';
import { meterPlaces, type Place, placesOf } from '../assess/places.ts';
import type { LastReport, PurifierReports } from '../current/purifier-reports.ts';
import { cardNow, countAll, placesOfView } from '../views/cards.ts';
import { isSilent, purifiersOf, purifierView } from '../views/purifiers.ts';
import { meterNow, sensorNow } from '../views/sensors.ts';

/** Sources of the streams' values. */
export interface ViewStreamSources {
  assessor: Assessor;
  reports: PurifierReports;
}

/**
 * The changes since the last call, as an event; null without changes. The first call only sets the starting point.
 * @throws Failure INVALID_VIEW when the viewer cannot see the place any more
 */
export type ViewStream = (context: RequestContext) => LiveEvent | null;

/** Remembers the state of each key and returns the items whose state changed. There may be 50,000 of them. */
const createChanges = <T>(keyOf: (item: T) => number | Place, stateOf: (item: T) => unknown) => {
  let last = new Map<number | Place, unknown>();
  return (items: readonly T[]): T[] => {
    const now = new Map<number | Place, unknown>();
    for (const item of items) now.set(keyOf(item), stateOf(item));
    const before = last;
    last = now;
    return items.filter((item) => {
      const key = keyOf(item);
      return before.get(key) !== now.get(key);
    });
  };
};

const cardsFeed = ({ assessor }: ViewStreamSources, view: CardView, id: number | undefined): ViewStream => {
  // The assessor returns the same object while nothing changes.
  const changes = createChanges<AssessedPlace>(
    ({ place }) => place.item.id,
    ({ air }) => air,
  );
  return (context) => {
    const assessed = assessor.places(placesOfView(context, view, id).places, context);
    const changed = changes(assessed);
    if (changed.length === 0) return null;
    const cards = changed.map((each) => cardNow(each, context.language));
    return { type: 'cards', time: isoTime(context.now), meters: countAll(assessed), cards };
  };
};

const sensorsFeed = ({ assessor }: ViewStreamSources, id: number | undefined): ViewStream => {
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

const purifiersFeed = ({ reports }: ViewStreamSources, id: number | undefined): ViewStream => {
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

/** Grades of all places in the registry tree, by their worst meter. */
export const treeStream = ({ assessor }: ViewStreamSources): ViewStream => {
  // A place is replaced together with its organization: then its grade is sent once more.
  const changes = createChanges<AssessedPlace>(
    ({ place }) => place,
    ({ air }) => air.worst?.grade ?? null,
  );
  return (context) => {
    const nodes = changes(assessor.places(placesOf(context).all, context)).map(({ place, air }) => ({
      kind: place.kind,
      id: place.item.id,
      grade: air.worst?.grade ?? null,
    }));
    return nodes.length === 0 ? null : { type: 'tree', nodes };
  };
};

export const viewStreamsOf = (sources: ViewStreamSources, view: LiveView, id: number | undefined): ViewStream[] => {
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
