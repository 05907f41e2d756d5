import type { LiveEvent, LiveView } from '@airdeck/contract/live/event';
import type { CardView, PlaceKind, TreeNode } from '@airdeck/contract/monitoring/schema';
import { isoTime } from '@airdeck/domain/calendar';
import type { Grade } from '@airdeck/domain/grade';
import { Failure } from '../../../platform/http/failure.ts';
import { type MaintenanceWindow, windowAt } from '../../../registry/maintenance.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { type MeterStatus, sensorsOf } from '../assess/air-status.ts';
import type { AssessedPlace, Assessor } from '../assess/assessor.ts';
import { findPlace, meterPlaces, type Place, placesOf, windowOver } from '../assess/places.ts';
import type { OpenAlarms } from '../current/open-alarms.ts';
import type { LastReport, PurifierReports } from '../current/purifier-reports.ts';
import type { BadAirStreams } from '../views/bad-air.ts';
import { cardNow, countAll, placesOfView } from '../views/cards.ts';
import { isSilent, purifiersOf, purifierView } from '../views/purifiers.ts';
import { meterNow, sensorNow } from '../views/sensors.ts';

/** Sources of the streams' values. */
export interface ViewStreamSources {
  assessor: Assessor;
  alarms: OpenAlarms;
  reports: PurifierReports;
  badAir: BadAirStreams;
}

/**
 * The changes since the last call, as an event; null without changes, and while many meters are assessed. The first call
 * only sets the starting point.
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

const cardsFeed = ({ assessor, alarms }: ViewStreamSources, view: CardView, id: number | undefined): ViewStream => {
  // The assessor returns the same object while nothing changes.
  type Now = AssessedPlace & { window: MaintenanceWindow | undefined };
  const changes = createChanges<Now>(
    ({ place }) => place.item.id,
    ({ air }) => air,
  );
  const handlingChanges = createChanges<Now>(
    ({ place }) => place.item.id,
    ({ place }) => alarms.handlingOf(place),
  );
  const windowChanges = createChanges<Now>(
    ({ place }) => place.item.id,
    ({ window }) => window,
  );
  return (context) => {
    const assessed = assessor.lastPlaces(placesOfView(context, view, id).places, context);
    if (assessed === null) return null;
    const now = assessed.map((each) => ({ ...each, window: windowOver(each.place, context.now) }));
    const changed = new Set([...changes(now), ...handlingChanges(now), ...windowChanges(now)]);
    if (changed.size === 0) return null;
    const cards = [...changed].map((each) => cardNow(each, alarms.handlingOf(each.place), context));
    return { type: 'cards', time: isoTime(context.now), meters: countAll(assessed), cards };
  };
};

const sensorsFeed = (
  { assessor }: ViewStreamSources,
  placesIn: (context: RequestContext) => readonly Place[],
): ViewStream => {
  type Now = { place: Place; status: MeterStatus; window: MaintenanceWindow | undefined };
  const changes = createChanges<Now>(
    ({ place }) => place.item.id,
    ({ status }) => status,
  );
  const windowChanges = createChanges<Now>(
    ({ place }) => place.item.id,
    ({ window }) => window,
  );
  return (context) => {
    const statuses = placesIn(context).flatMap((place) =>
      place.meters.map((meter) => ({
        ...{ place, meter, status: assessor.meter(meter, context) },
        window: windowAt(meter, context.now),
      })),
    );
    const changed = new Set([...changes(statuses), ...windowChanges(statuses)].map(({ place }) => place));
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

/** Grades of replaced objects of the registry that a stream may keep. */
const MAX_REPLACED = 1_000;

/** Grades of all places in the registry tree, by their worst meter. */
export const treeStream = ({ assessor }: ViewStreamSources): ViewStream => {
  // By the objects of the registry, which most changes leave as they are.
  const sent = new Map<Place['item'], Grade | null>();
  return (context) => {
    const { all } = placesOf(context);
    const grades = assessor.lastGrades(all, context);
    if (grades === null) return null;
    const nodes: Pick<TreeNode, 'kind' | 'id' | 'grade'>[] = [];
    for (const [i, { kind, item }] of all.entries()) {
      const grade = grades[i] ?? null;
      if (sent.get(item) === grade) continue;
      sent.set(item, grade);
      nodes.push({ kind, id: item.id, grade });
    }
    if (sent.size > all.length + MAX_REPLACED) {
      const shown = new Set(all.map(({ item }) => item));
      for (const item of sent.keys()) if (!shown.has(item)) sent.delete(item);
    }
    return nodes.length === 0 ? null : { type: 'tree', nodes };
  };
};

/** The kind of place that the id of a view names. */
const KIND_OF_ID: Record<Exclude<LiveView, 'alarms'>, PlaceKind> = {
  agency: 'organization',
  grade: 'organization',
  half: 'office',
  meter: 'department',
  sensor: 'meter',
  purifier: 'meter',
  plan: 'office',
};

/** @throws Failure INVALID_VIEW */
const metersOfOffice = (context: RequestContext, id: number | undefined): Place[] => {
  if (id === undefined) throw new Failure('INVALID_VIEW');
  return findPlace(context, 'office', id).below.flatMap(({ below }) => below);
};

export const viewStreamsOf = (sources: ViewStreamSources, view: LiveView, id: number | undefined): ViewStream[] => {
  if (view === 'alarms') return [];
  const placeOf = (context: RequestContext) => (id === undefined ? null : findPlace(context, KIND_OF_ID[view], id));
  const badAir = sources.badAir.open(placeOf);
  switch (view) {
    case 'sensor':
      return [
        sensorsFeed(sources, (context) => meterPlaces(context, id)),
        ...(id === undefined ? [] : [purifiersFeed(sources, id)]),
        badAir,
      ];
    case 'plan':
      return [sensorsFeed(sources, (context) => metersOfOffice(context, id)), badAir];
    case 'purifier':
      return [purifiersFeed(sources, id), badAir];
    default:
      return [cardsFeed(sources, view, id), badAir];
  }
};
