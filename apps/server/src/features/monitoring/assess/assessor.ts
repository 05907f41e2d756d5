import { setImmediate } from 'node:timers/promises';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { RequestContext } from '../../../registry/request-context.ts';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import type { CurrentAir } from '../current/current-air.ts';
import { SLOT_MS, slotOf, TREND_SLOTS, trendIndexes } from '../current/trend.ts';
import { assessMeter, assessSensor, type MeterStatus, type SensorStatus, slotIndex } from './meter-status.ts';
import { combine, type MeterPart, type PlaceAir } from './place-air.ts';
import type { Place } from './places.ts';

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
  place(place: Place, at: At): PlaceAir;
  /** Judges the meters of places a little at a time, so that judging these at once is quick afterwards. */
  ahead(places: readonly Place[], at: At): Promise<void>;
}

/** Nobody else is held up for longer. */
const SLICE_MS = 10;

const NO_TREND: (number | null)[] = new Array<null>(TREND_SLOTS).fill(null);

const remember = <K extends object, T extends { until: number }>(
  memory: WeakMap<K, Known<T>>,
  key: K,
  facts: { version: number; thresholds: Thresholds; now: number },
  make: () => T,
): T => {
  const known = memory.get(key);
  const { version, thresholds, now } = facts;
  if (known?.version === version && known.thresholds === thresholds && known.since <= now && now <= known.value.until)
    return known.value;
  const value = make();
  memory.set(key, { version, thresholds, since: now, value });
  return value;
};

export const createAssessor = (current: Pick<CurrentAir, 'of'>): Assessor => {
  // Meters and places are made anew when they change, and what is known of the old ones goes with them.
  const meters = new WeakMap<Meter, Known<MeterStatus>>();
  const places = new WeakMap<Place, Known<PlaceAir>>();

  const meterStatus = (meter: Meter, { now, thresholdsAt }: At): MeterStatus => {
    const air = current.of(meter.id);
    const thresholds = thresholdsAt(meter.organization, now);
    return remember(meters, meter, { version: air?.version ?? -1, thresholds, now }, () =>
      assessMeter(meter, air, thresholds, now),
    );
  };

  const trendOf = (meter: Meter, { now, thresholdsAt }: At): (number | null)[] => {
    const air = current.of(meter.id);
    if (!air) return NO_TREND;
    const thresholds = thresholdsAt(meter.organization, now);
    return trendIndexes(air.shownTrend ?? air.trend, slotOf(now), meter, thresholds, (entry) =>
      slotIndex(meter, air, thresholds, entry),
    );
  };

  function* partsOf(place: Place, at: At): Generator<MeterPart> {
    for (const meter of place.meters) yield { meter, status: meterStatus(meter, at), trend: trendOf(meter, at) };
  }

  /** Versions only grow, so their sum is the same only if all are. */
  const versionOf = (place: Place): number => {
    let version = 0;
    for (const meter of place.meters) version += current.of(meter.id)?.version ?? 0;
    return version;
  };

  return {
    sensor: (sensor, { now, thresholdsAt }) => {
      const { meter } = sensor;
      return assessSensor(sensor, current.of(meter.id), thresholdsAt(meter.organization, now), now);
    },
    meter: meterStatus,
    place: (place, at) => {
      const { now } = at;
      const facts = { version: versionOf(place), thresholds: at.thresholdsAt(place.organization, now), now };
      const slotEnd = (slotOf(now) + 1) * SLOT_MS - 1;
      return remember(places, place, facts, () => combine(partsOf(place, at), slotEnd));
    },
    async ahead(all, at) {
      let begin = performance.now();
      for (const meter of all.flatMap(({ meters }) => meters)) {
        meterStatus(meter, at);
        trendOf(meter, at);
        if (performance.now() - begin < SLICE_MS) continue;
        await setImmediate();
        begin = performance.now();
      }
    },
  };
};
