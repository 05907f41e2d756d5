import { setImmediate } from 'node:timers/promises';
import type { Grade } from '@airdeck/domain/grade';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { CurrentAir } from '../current/current-air.ts';
import { addTrend, SLOT_MS, slotOf } from '../current/trend.ts';
import {
  addMeter,
  addPlace,
  assessMeter,
  assessSensor,
  createPlaceSums,
  type MeterStatus,
  type PlaceAir,
  type PlaceSums,
  placeAir,
  type SensorStatus,
  slotIndex,
} from './air-status.ts';
import type { Place } from './places.ts';

export interface AssessedPlace {
  place: Place;
  air: PlaceAir;
}

/** The part of a request context that an assessment depends on, besides the current values. */
type At = Pick<RequestContext, 'now' | 'thresholdsAt'>;

interface Known<T> {
  version: number;
  thresholds: Thresholds;
  since: number;
  value: T;
}

/**
 * Assessments of places below that may be reused. EXACT: those with every reading; FRESH: those of the last second;
 * RECENT: those of the last ten seconds, for an answer that must not wait; LAST: of any age, for a stream, which sends a
 * newer one when it is ready.
 */
type Reuse = 'EXACT' | 'FRESH' | 'RECENT' | 'LAST';

/** The air of a place and the sums that it has in the place above. */
interface SummedAir extends PlaceAir {
  readonly sums: PlaceSums;
}

/**
 * Assesses meters and places on request and caches the result for all callers. A result stays the same object until a
 * meter measured, fell silent or was configured differently. A place is the sum of those below it: after a change of the
 * registry only the places above the change are added up again.
 */
export interface Assessor {
  sensor(sensor: Sensor, at: At): SensorStatus;
  meter(meter: Meter, at: At): MeterStatus;
  /** For thousands of meters, returns a recent assessment and refreshes it afterwards, in slices. */
  places(places: readonly Place[], at: At): AssessedPlace[];
  /**
   * The same for a stream: of thousands of meters the last assessment, however old, because assessing them at once would
   * block the process. null: there is none yet.
   */
  lastPlaces(places: readonly Place[], at: At): AssessedPlace[] | null;
  /** The grade of the worst meter of each place, as in `lastPlaces`. */
  lastGrades(places: readonly Place[], at: At): (Grade | null)[] | null;
  /** The status of each meter of the places, as in `lastPlaces`. */
  lastStatuses(places: readonly Place[], at: At): ((meter: Meter) => MeterStatus) | null;
  /** Resolves when `places` has an assessment to return, so that the first call does not block the process either. */
  ahead(places: readonly Place[], at: At): Promise<void>;
}

/** From this many meters on, assessing all of them at once would block the process too long. */
const MANY_METERS = 1_000;
/** An assessment of many meters is refreshed after this time; ms. */
const FRESH_MS = 1_000;
/** An older assessment is not returned; ms. */
const STALE_MS = 10_000;
/** Longest time to block the process; ms. */
const SLICE_MS = 10;
/** Refreshes rest for this many times as long as the last one took: on a busy machine they would otherwise never end. */
const REFRESH_REST = 3;

const knownWithin = <T>(
  known: Known<T> | undefined,
  { now, thresholds, maxAge }: { now: number; thresholds: Thresholds; maxAge: number },
): T | null => {
  if (known?.thresholds !== thresholds || now < known.since) return null;
  return now - known.since < maxAge ? known.value : null;
};

/** The value, unless it expired by time alone. */
const ifHolds = <T extends { until: number }>(value: T | null, now: number): T | null =>
  value !== null && now <= value.until ? value : null;

const countMeters = (places: readonly Place[]): number => places.reduce((sum, { meters }) => sum + meters.length, 0);

/** The places whose sums those of a place are; empty: its meters are added up. */
const partsOf = ({ kind, below }: Place): readonly Place[] => (kind === 'department' ? [] : below);

/** A meter has a status of its own; only the places above it are assessed as places in advance. */
const withoutMeters = (places: readonly Place[]): readonly Place[] => places.filter(({ kind }) => kind !== 'meter');

const finish = <T>(steps: Generator<void, T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};

export const createAssessor = (current: Pick<CurrentAir, 'of'>, manyMeters = MANY_METERS): Assessor => {
  // Meters and places are replaced by new objects when they change; the cached values of the old ones go with them.
  const meters = new WeakMap<Meter, Known<MeterStatus>>();
  const places = new WeakMap<Place, Known<SummedAir>>();
  const refreshing = new Set<Place>();
  let refreshed: Promise<void> = Promise.resolve();
  /** End of the rest after the last refresh; `performance.now()`. */
  let restsUntil = 0;

  /** @param maxAge acceptable age in ms of a status that misses newer readings */
  const meterStatus = (meter: Meter, { now, thresholdsAt }: At, maxAge: number): MeterStatus => {
    const air = current.of(meter.id);
    const version = air?.version ?? -1;
    const thresholds = thresholdsAt(meter.organization, now);
    const known = meters.get(meter);
    const age = known?.version === version ? Number.POSITIVE_INFINITY : maxAge;
    const value = ifHolds(knownWithin(known, { now, thresholds, maxAge: age }), now);
    if (value) return value;
    const made = assessMeter(meter, air, thresholds, now);
    // Changed in place: thousands a second of new entries would fill the old generation.
    if (known) {
      known.version = version;
      known.thresholds = thresholds;
      known.since = now;
      known.value = made;
    } else meters.set(meter, { version, thresholds, since: now, value: made });
    return made;
  };

  /** Versions only grow, so the sum is the same only if all of them are. */
  const versionOf = (place: Place): number => {
    let version = 0;
    for (const meter of place.meters) version += current.of(meter.id)?.version ?? 0;
    return version;
  };

  const knownAir = (place: Place, { now, thresholdsAt }: At, maxAge: number): SummedAir | null =>
    knownWithin(places.get(place), { now, thresholds: thresholdsAt(place.organization, now), maxAge });

  const freshAir = (place: Place, at: At): SummedAir | null => ifHolds(knownAir(place, at, FRESH_MS), at.now);

  const recentAir = (place: Place, at: At): SummedAir | null => knownAir(place, at, STALE_MS);

  const exactAir = (place: Place, at: At): SummedAir | null => {
    const isSame = places.get(place)?.version === versionOf(place);
    return isSame ? ifHolds(knownAir(place, at, Number.POSITIVE_INFINITY), at.now) : null;
  };

  const lastAir = (place: Place, at: At): SummedAir | null => knownAir(place, at, Number.POSITIVE_INFINITY);

  const KNOWN = { EXACT: exactAir, FRESH: freshAir, RECENT: recentAir, LAST: lastAir };

  /** The number of meters to assess for places without any assessment, such as those above a changed meter. */
  const countMissing = (all: readonly Place[], at: At): number => {
    let count = 0;
    for (const place of all) {
      if (lastAir(place, at)) continue;
      const parts = partsOf(place);
      count += parts.length === 0 ? place.meters.length : countMissing(parts, at);
    }
    return count;
  };

  const lastStatus = (meter: Meter, at: At): MeterStatus => {
    const known = meters.get(meter);
    const isSame = known?.thresholds === at.thresholdsAt(meter.organization, at.now);
    return isSame ? known.value : meterStatus(meter, at, FRESH_MS);
  };

  /** Assesses a place; the caller may pause after each meter. */
  function* assess(place: Place, at: At, reuse: Reuse): Generator<void, SummedAir> {
    const { now } = at;
    // NaN never equals a version: an assessment that may contain older values is no exact one.
    const version = reuse === 'EXACT' ? versionOf(place) : Number.NaN;
    const maxAge = reuse === 'EXACT' ? 0 : FRESH_MS;
    let since = now;
    const thresholds = at.thresholdsAt(place.organization, now);
    const slot = slotOf(now);
    const sums = createPlaceSums((slot + 1) * SLOT_MS - 1);
    const parts = partsOf(place);
    for (const part of parts) {
      const known = KNOWN[reuse](part, at);
      if (known && reuse !== 'FRESH') since = Math.min(since, places.get(part)?.since ?? now);
      addPlace(sums, (known ?? (yield* assess(part, at, reuse))).sums);
    }
    for (const meter of parts.length === 0 ? place.meters : []) {
      addMeter(sums, meter, meterStatus(meter, at, maxAge));
      const air = current.of(meter.id);
      if (air) {
        const indexOf = (entry: number) => slotIndex(meter, air, thresholds, entry);
        addTrend(sums.trend, air.shownTrend ?? air.trend, slot, meter, thresholds, indexOf);
      }
      yield;
    }
    const value = { ...placeAir(sums), sums };
    places.set(place, { version, thresholds, since, value });
    return value;
  }

  const exact = (place: Place, at: At): PlaceAir => exactAir(place, at) ?? finish(assess(place, at, 'EXACT'));

  const refresh = async (all: readonly Place[], at: At): Promise<void> => {
    const start = performance.now();
    let begin = start;
    for (const place of all) {
      if (!freshAir(place, at)) {
        const assessing = assess(place, at, 'FRESH');
        while (!assessing.next().done) {
          if (performance.now() - begin < SLICE_MS) continue;
          await setImmediate();
          begin = performance.now();
        }
      }
      refreshing.delete(place);
    }
    const end = performance.now();
    restsUntil = Math.max(restsUntil, end + (end - start) * REFRESH_REST);
  };

  const refreshSoon = (all: readonly Place[], at: At): void => {
    const old = all.filter((place) => !refreshing.has(place) && !freshAir(place, at));
    if (old.length === 0) return;
    for (const place of old) refreshing.add(place);
    refreshed = refreshed.then(() => setImmediate()).then(() => refresh(old, at));
  };

  const isResting = (): boolean => performance.now() < restsUntil;

  const recent = (place: Place, at: At): PlaceAir => recentAir(place, at) ?? finish(assess(place, at, 'RECENT'));

  /** Begins to refresh many places; returns whether all have an assessment, except those of few meters. */
  const prepareLast = (all: readonly Place[], at: At): boolean => {
    const places = withoutMeters(all);
    const missing = countMissing(places, at);
    if (missing >= manyMeters || !isResting()) refreshSoon(places, at);
    return missing < manyMeters;
  };

  const isMany = (all: readonly Place[]): boolean => countMeters(all) >= manyMeters;

  const lastStatuses: Assessor['lastStatuses'] = (all, at) => {
    if (!isMany(all)) return (meter) => meterStatus(meter, at, 0);
    return prepareLast(all, at) ? (meter) => lastStatus(meter, at) : null;
  };

  const last = (place: Place, at: At): PlaceAir => lastAir(place, at) ?? finish(assess(place, at, 'LAST'));

  return {
    sensor: (sensor, { now, thresholdsAt }) => {
      const { meter } = sensor;
      return assessSensor(sensor, current.of(meter.id), thresholdsAt(meter.organization, now), now);
    },
    meter: (meter, at) => meterStatus(meter, at, 0),
    places(all, at) {
      if (!isMany(all)) return all.map((place) => ({ place, air: exact(place, at) }));
      if (!isResting()) refreshSoon(all, at);
      return all.map((place) => ({ place, air: recent(place, at) }));
    },
    lastPlaces(all, at) {
      if (!isMany(all)) return all.map((place) => ({ place, air: exact(place, at) }));
      return prepareLast(all, at) ? all.map((place) => ({ place, air: last(place, at) })) : null;
    },
    lastGrades(all, at) {
      const statusOf = lastStatuses(all, at);
      if (statusOf === null) return null;
      const airAt = isMany(all) ? last : exact;
      return all.map((place) => {
        const [meter] = place.kind === 'meter' ? place.meters : [];
        return (meter ? statusOf(meter) : airAt(place, at)).worst?.grade ?? null;
      });
    },
    lastStatuses,
    async ahead(all, at) {
      if (!isMany(all)) return;
      const isMissing = all.some((place) => recentAir(place, at) === null);
      if (isMissing || !isResting()) refreshSoon(all, at);
      if (isMissing) await refreshed;
    },
  };
};
