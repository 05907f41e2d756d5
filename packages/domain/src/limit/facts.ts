import type { Facility } from './facility.ts';
import type { OpeningHours } from './opening-hours.ts';

/** Facts of a place from a day on. null: unknown, the place above it counts. */
export interface Facts extends Facility {
  readonly hours: OpeningHours | null;
  /** The meter that measures the air outdoors. */
  readonly outdoorMeterId: number | null;
}

export interface FactsSince {
  /** Local day from which they hold, until those of a later day. */
  readonly validFrom: string;
  readonly facts: Facts;
}

const UNKNOWN: Facts = {
  kind: null,
  region: null,
  area: null,
  beds: null,
  seats: null,
  ventilation: null,
  hours: null,
  outdoorMeterId: null,
};

const on = (known: readonly FactsSince[], day: string): Facts =>
  known.findLast(({ validFrom }) => validFrom <= day)?.facts ?? UNKNOWN;

/**
 * The facts that hold on a day, of places from the nearest up to the organization, each oldest first. The size is that of
 * the place that says the kind.
 */
export const factsOn = (places: readonly (readonly FactsSince[])[], day: string): Facts => {
  const all = places.map((known) => on(known, day));
  const nearest = <K extends keyof Facts>(name: K): Facts[K] =>
    all.find((facts) => facts[name] !== null)?.[name] ?? UNKNOWN[name];
  const { kind, area, beds, seats } = all.find((facts) => facts.kind !== null) ?? UNKNOWN;
  return {
    ...{ kind, area, beds, seats },
    region: nearest('region'),
    ventilation: nearest('ventilation'),
    hours: nearest('hours'),
    outdoorMeterId: nearest('outdoorMeterId'),
  };
};
