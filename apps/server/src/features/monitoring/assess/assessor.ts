import type { Thresholds } from '@airdeck/domain/threshold';
import type { Meter } from '../../../site/picture.ts';
import type { CurrentAir } from '../current/current-air.ts';
import { SLOT_MS, slotOf, TREND_SLOTS, trendIndexes } from '../current/trend.ts';
import { combine, type LevelAir, type MeterPart } from './level-air.ts';
import { assessMeter, type MeterStatus, slotIndex } from './meter-status.ts';
import type { Moment } from './moment.ts';
import type { Place } from './places.ts';

interface Known<T> {
  version: number;
  thresholds: Thresholds;
  since: number;
  value: T;
}

/**
 * Judges meters and places when somebody looks, and once for all who look at the same: what was found stays, as the
 * same object, until a meter measured, fell silent, or was set up differently.
 */
export interface Assessor {
  meter(meter: Meter, moment: Moment): MeterStatus;
  place(place: Place, moment: Moment): LevelAir;
}

const NO_TREND: (number | null)[] = new Array<null>(TREND_SLOTS).fill(null);

export const createAssessor = (current: Pick<CurrentAir, 'of'>): Assessor => {
  // Meters and places are made anew with the picture, and what is known of the old ones goes with them.
  const meters = new WeakMap<Meter, Known<MeterStatus>>();
  const places = new WeakMap<Place, Known<LevelAir>>();

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

  const meterStatus = (meter: Meter, { now, thresholdsOf }: Moment): MeterStatus => {
    const air = current.of(meter.id);
    const thresholds = thresholdsOf(meter.organization);
    return remember(meters, meter, { version: air?.version ?? -1, thresholds, now }, () =>
      assessMeter(meter, air, thresholds, now),
    );
  };

  const trendOf = (meter: Meter, { now, thresholdsOf }: Moment): (number | null)[] => {
    const air = current.of(meter.id);
    if (!air) return NO_TREND;
    const thresholds = thresholdsOf(meter.organization);
    return trendIndexes(air.shownTrend ?? air.trend, slotOf(now), meter, thresholds, (place) =>
      slotIndex(meter, air, thresholds, place),
    );
  };

  function* partsOf(place: Place, moment: Moment): Generator<MeterPart> {
    for (const meter of place.meters) {
      yield { meter, status: meterStatus(meter, moment), trend: trendOf(meter, moment) };
    }
  }

  /** Versions only grow, so their sum is the same only if all are. */
  const versionOf = (place: Place): number => {
    let version = 0;
    for (const meter of place.meters) version += current.of(meter.id)?.version ?? 0;
    return version;
  };

  return {
    meter: meterStatus,
    place: (place, moment) => {
      const facts = {
        version: versionOf(place),
        thresholds: moment.thresholdsOf(place.organization),
        now: moment.now,
      };
      const slotEnd = (slotOf(moment.now) + 1) * SLOT_MS - 1;
      return remember(places, place, facts, () => combine(partsOf(place, moment), slotEnd));
    },
  };
};
