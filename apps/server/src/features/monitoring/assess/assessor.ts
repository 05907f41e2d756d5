import { setImmediate } from 'node:timers/promises';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { RequestContext } from '../../../registry/request-context.ts';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import type { CurrentAir } from '../current/current-air.ts';
import { addTrend, SLOT_MS, slotOf } from '../current/trend.ts';
import { assessMeter, assessSensor, type MeterStatus, type SensorStatus, slotIndex } from './meter-status.ts';
import { createPlaceSums, type PlaceAir } from './place-air.ts';
import type { Place } from './places.ts';

export interface AssessedPlace {
  place: Place;
  air: PlaceAir;
}

/** What an assessment depends on beside the current values. */
type At = Pick<RequestContext, 'now' | 'thresholdsAt'>;

interface Known<T> {
  version: number;
  thresholds: Thresholds;
  since: number;
  value: T;
}

/**
 * Judges meters and places when they are looked at, once for all who look at the same. The answer stays the same object
 * until a meter measured, fell silent, or was set up differently.
 */
export interface Assessor {
  sensor(sensor: Sensor, at: At): SensorStatus;
  meter(meter: Meter, at: At): MeterStatus;
  /** Of thousands of meters it answers what was judged a moment ago, and judges them again afterwards, a little at a time. */
  places(places: readonly Place[], at: At): AssessedPlace[];
  /** Resolves when `places` has something to answer from, so that the first look holds up nobody either. */
  ahead(places: readonly Place[], at: At): Promise<void>;
}

/** From so many meters on, judging all of them would hold up everybody else. */
const MANY_METERS = 1_000;
/** Of many meters, what was judged so long ago is judged again; ms. */
const FRESH_MS = 1_000;
/** What is older is no answer; ms. */
const STALE_MS = 5_000;
/** Nobody else is held up for longer; ms. */
const SLICE_MS = 10;

const knownWithin = <T>(
  known: Known<T> | undefined,
  { now, thresholds, maxAge }: { now: number; thresholds: Thresholds; maxAge: number },
): T | null => {
  if (known?.thresholds !== thresholds || now < known.since) return null;
  return now - known.since < maxAge ? known.value : null;
};

/** What time alone has not made old. */
const ifHolds = <T extends { until: number }>(value: T | null, now: number): T | null =>
  value !== null && now <= value.until ? value : null;

const countMeters = (places: readonly Place[]): number => places.reduce((sum, { meters }) => sum + meters.length, 0);

export const createAssessor = (current: Pick<CurrentAir, 'of'>): Assessor => {
  // Meters and places are made anew when they change, and what is known of the old ones goes with them.
  const meters = new WeakMap<Meter, Known<MeterStatus>>();
  const places = new WeakMap<Place, Known<PlaceAir>>();
  const refreshing = new Set<Place>();
  let refreshed: Promise<void> = Promise.resolve();

  /** `maxAge`: something that old will do, in ms, although the meter has measured since. */
  const meterStatus = (meter: Meter, { now, thresholdsAt }: At, maxAge: number): MeterStatus => {
    const air = current.of(meter.id);
    const version = air?.version ?? -1;
    const thresholds = thresholdsAt(meter.organization, now);
    const known = meters.get(meter);
    const age = known?.version === version ? Number.POSITIVE_INFINITY : maxAge;
    const value = ifHolds(knownWithin(known, { now, thresholds, maxAge: age }), now);
    if (value) return value;
    const made = assessMeter(meter, air, thresholds, now);
    meters.set(meter, { version, thresholds, since: now, value: made });
    return made;
  };

  /** Versions only grow, so their sum is the same only if all are. */
  const versionOf = (place: Place): number => {
    let version = 0;
    for (const meter of place.meters) version += current.of(meter.id)?.version ?? 0;
    return version;
  };

  const knownAir = (place: Place, { now, thresholdsAt }: At, maxAge: number): PlaceAir | null =>
    knownWithin(places.get(place), { now, thresholds: thresholdsAt(place.organization, now), maxAge });

  const isFresh = (place: Place, at: At): boolean => ifHolds(knownAir(place, at, FRESH_MS), at.now) !== null;

  /** Judges a place; may be interrupted after each meter. */
  function* judge(place: Place, at: At, maxAge: number): Generator<void, PlaceAir> {
    const { now } = at;
    // Where older values will do, it is none of the exact answers, whatever the meters' versions are.
    const version = maxAge === 0 ? versionOf(place) : Number.NaN;
    const thresholds = at.thresholdsAt(place.organization, now);
    const slot = slotOf(now);
    const sums = createPlaceSums((slot + 1) * SLOT_MS - 1);
    for (const meter of place.meters) {
      sums.add(meter, meterStatus(meter, at, maxAge));
      const air = current.of(meter.id);
      if (air) {
        const indexOf = (entry: number) => slotIndex(meter, air, thresholds, entry);
        addTrend(sums.trend, air.shownTrend ?? air.trend, slot, meter, thresholds, indexOf);
      }
      yield;
    }
    const value = sums.end();
    places.set(place, { version, thresholds, since: now, value });
    return value;
  }

  const judgeNow = (place: Place, at: At, maxAge: number): PlaceAir => {
    const judging = judge(place, at, maxAge);
    for (;;) {
      const { done, value } = judging.next();
      if (done) return value;
    }
  };

  const exact = (place: Place, at: At): PlaceAir => {
    const isSame = places.get(place)?.version === versionOf(place);
    const known = isSame ? knownAir(place, at, Number.POSITIVE_INFINITY) : null;
    return ifHolds(known, at.now) ?? judgeNow(place, at, 0);
  };

  const refresh = async (all: readonly Place[], at: At): Promise<void> => {
    let begin = performance.now();
    for (const place of all) {
      if (!isFresh(place, at)) {
        const judging = judge(place, at, FRESH_MS);
        while (!judging.next().done) {
          if (performance.now() - begin < SLICE_MS) continue;
          await setImmediate();
          begin = performance.now();
        }
      }
      refreshing.delete(place);
    }
  };

  const refreshSoon = (all: readonly Place[], at: At): void => {
    const old = all.filter((place) => !refreshing.has(place) && !isFresh(place, at));
    if (old.length === 0) return;
    for (const place of old) refreshing.add(place);
    refreshed = refreshed.then(() => setImmediate()).then(() => refresh(old, at));
  };

  return {
    sensor: (sensor, { now, thresholdsAt }) => {
      const { meter } = sensor;
      return assessSensor(sensor, current.of(meter.id), thresholdsAt(meter.organization, now), now);
    },
    meter: (meter, at) => meterStatus(meter, at, 0),
    places(all, at) {
      if (countMeters(all) < MANY_METERS) return all.map((place) => ({ place, air: exact(place, at) }));
      refreshSoon(all, at);
      return all.map((place) => ({ place, air: knownAir(place, at, STALE_MS) ?? judgeNow(place, at, FRESH_MS) }));
    },
    async ahead(all, at) {
      if (countMeters(all) < MANY_METERS) return;
      refreshSoon(all, at);
      if (all.some((place) => knownAir(place, at, STALE_MS) === null)) await refreshed;
    },
  };
};
