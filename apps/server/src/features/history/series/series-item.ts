import type { Measure } from '@airdeck/contract/history/query';
import type { Language } from '@airdeck/contract/user/schema';
import { INDEX_BOUNDS } from '@airdeck/domain/grade';
import { type Thresholds, thresholdBounds } from '@airdeck/domain/threshold';
import { Failure } from '../../../platform/http/failure.ts';
import { localName } from '../../../registry/registry.ts';
import type { Meter, Organization, Sensor } from '../../../registry/snapshot.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { nameOfPlace, type Place } from '../request/places.ts';

/** A meter of a line, and the channels to read: all sensors for the index, or the sensors of a type. */
export interface SeriesPart {
  meter: Meter;
  channels: readonly number[];
}

/** The subject of a line: a meter or some of its sensors, or all meters of a place, each weighing the same. */
export interface SeriesItem {
  /** Id of the meter, sensor or place. */
  id: number;
  name: string;
  measure: Measure;
  /** All of one organization. */
  parts: readonly [SeriesPart, ...SeriesPart[]];
}

/** A meter's part of a line. */
export const meterPart = (meter: Meter, measure: Measure): SeriesPart => ({
  meter,
  channels: [...meter.sensors.values()]
    .filter(({ type }) => measure === 'INDEX' || type === measure)
    .map(({ channel }) => channel),
});

/** An item of a meter with all of its sensors of the measure. */
export const meterItem = (meter: Meter, measure: Measure, language: Language): SeriesItem => ({
  id: meter.id,
  name: localName(meter, language),
  measure,
  parts: [meterPart(meter, measure)],
});

export const sensorItem = ({ id, name, meter, type, channel }: Sensor): SeriesItem => ({
  id,
  name,
  measure: type,
  parts: [{ meter, channels: [channel] }],
});

export const atLeastOne = <T>([first, ...rest]: readonly T[]): [T, ...T[]] => {
  if (first === undefined) throw new Failure('INVALID_PARAMETER');
  return [first, ...rest];
};

/** An item of all meters of a place. */
export const placeItem = (place: Place, measure: Measure, language: Language): SeriesItem => {
  const parts = place.meters.map((meter) => meterPart(meter, measure));
  return { id: place.id, name: nameOfPlace(place, language), measure, parts: atLeastOne(parts) };
};

export const organizationOf = ({ parts: [{ meter }] }: SeriesItem): Organization => meter.organization;

/** The channels of a part's averages, where the index is a channel of its own. */
export const averagedChannels = (measure: Measure, { channels }: SeriesPart): readonly number[] =>
  measure === 'INDEX' ? [INDEX_CHANNEL] : channels;

/** The four bounds between a measure's five ratings, ascending. */
export const boundsOf = (measure: Measure, thresholds: Thresholds): [number, number, number, number] =>
  measure === 'INDEX'
    ? [INDEX_BOUNDS.VERY_GOOD, INDEX_BOUNDS.GOOD, INDEX_BOUNDS.NORMAL, INDEX_BOUNDS.BAD]
    : thresholdBounds(measure, thresholds);
