import { dayRangeOf, type meterColumnsQuery } from '@airdeck/contract/history/query';
import type { MeterColumns } from '@airdeck/contract/history/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { type Bucket, bucketsOf } from '@airdeck/domain/bucket';
import { isoTime } from '@airdeck/domain/calendar';
import { completenessOf, receivedFrames } from '@airdeck/domain/completeness';
import { type GradedType, isGraded, SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { meanFromTicks } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { z } from 'zod';
import type { JsonPart } from '../../../platform/http/long-answer.ts';
import { createJsonBytes, type JsonBytes } from '../../../platform/json-bytes.ts';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import { thresholdsOn } from '../../../registry/thresholds.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { COUNT_AT, type MeterTable, placeAt, SUM_AT } from '../../../store/history/bucket-table.ts';
import { indexOfMean, typesOf } from '../../../store/history/mean-index.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { memoize } from '../list/memoize.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { metersOf } from '../request/filter.ts';
import { readTables } from './read-tables.ts';

const SHARE_DIGITS = 3;
const INDEX_DIGITS = 1;

/** The buckets of a zone, and columns of their length that meters use in turn. */
interface Axis {
  axis: number;
  zone: string;
  buckets: readonly Bucket[];
  index: Float64Array;
  means: Float64Array;
  /** Thresholds of each bucket, by organization. */
  thresholdsOf: (organizationId: number) => readonly Thresholds[];
}

const createAxis = (snapshot: RegistrySnapshot, axis: number, zone: string, buckets: readonly Bucket[]): Axis => ({
  ...{ axis, zone, buckets },
  index: new Float64Array(buckets.length),
  means: new Float64Array(buckets.length),
  thresholdsOf: memoize((organizationId) => buckets.map(({ day }) => thresholdsOn(snapshot, organizationId, day))),
});

/** Writes the mean of all readings of some sensors into the column, in ticks; NaN where none has any. */
const setMeans = (means: Float64Array, { numbers }: MeterTable, places: readonly number[]): void => {
  for (let at = 0; at < means.length; at++) {
    let sum = 0;
    let count = 0;
    for (const first of places) {
      const place = placeAt(first, at);
      sum += numbers[place + SUM_AT] as number;
      count += numbers[place + COUNT_AT] as number;
    }
    means[at] = count > 0 ? sum / count : Number.NaN;
  }
};

/** Raises the indexes to those of a type's means where they are higher; NaN is no index yet. */
const raiseIndex = (index: Float64Array, type: GradedType, means: Float64Array, thresholds: readonly Thresholds[]) => {
  for (let at = 0; at < index.length; at++) {
    const ticks = means[at] as number;
    if (Number.isNaN(ticks)) continue;
    const own = indexOfMean(type, ticks, thresholds[at] as Thresholds);
    // Negated, because nothing is more than NaN.
    if (!((index[at] as number) >= own)) index[at] = own;
  }
};

/** Writes the columns of a meter (contract `meterColumns`); `values` gets those of the types before they are added. */
const writeMeter = (
  { json, values }: { json: JsonBytes; values: JsonBytes },
  { now }: RequestContext,
  meter: Meter,
  { axis, buckets, index, means, thresholdsOf }: Axis,
  own: MeterTable,
): void => {
  index.fill(Number.NaN);
  const thresholds = thresholdsOf(meter.organization.id);
  let comma = '';
  for (const { type, channels } of typesOf(meter)) {
    const places = channels.flatMap((channel) => own.places.get(channel) ?? []);
    if (places.length === 0) continue;
    setMeans(means, own, places);
    if (isGraded(type)) raiseIndex(index, type, means, thresholds);
    // NaN stays what it is.
    for (let at = 0; at < means.length; at++) means[at] = meanFromTicks(type, means[at] as number);
    values.text(`${comma}"${type}":`);
    values.decimals(means, SENSOR_TYPE_INFO[type].digits + 1);
    comma = ',';
  }
  for (let at = 0; at < index.length; at++) {
    if (!Number.isNaN(index[at])) index[at] = roundIndex(index[at] as number);
  }
  json.text(`{"meter_id":${meter.id},"axis":${axis},"index":`);
  json.decimals(index, INDEX_DIGITS);
  json.text(',"completeness":');
  const frames = own.places.get(INDEX_CHANNEL);
  const shares = means.fill(Number.NaN);
  for (let at = 0; frames !== undefined && at < shares.length; at++) {
    const count = own.numbers[placeAt(frames, at) + COUNT_AT];
    if (!count) continue;
    const { start, end } = buckets[at] as Bucket;
    shares[at] = completenessOf([receivedFrames(count, meter, start, Math.min(end, now))]) ?? 1;
  }
  json.decimals(shares, SHARE_DIGITS);
  json.text(',"values":{');
  json.bytes(values.take());
  json.text('}');
  const marks = createMaintenanceMarks();
  const maintenance = buckets.map((bucket) => marks.in([meter], bucket).maintenance === true);
  if (maintenance.includes(true)) json.text(`,"maintenance":${JSON.stringify(maintenance)}`);
  json.text('}');
};

/**
 * The JSON of meter averages as columns (contract `meterColumns`), a few meters at a time; meters without readings
 * are left out.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG, before the first part
 */
export const meterColumnsText = (
  context: RequestContext,
  query: z.output<typeof meterColumnsQuery>,
): AsyncIterable<JsonPart> => {
  const { now, snapshot } = context;
  const { unit } = query;
  const days = dayRangeOf(query);
  const meters = metersOf(context, query);
  checkDays(days, new Set(meters.map(({ organization }) => organization)), now);
  checkRollupRows(context, meters.length, days, unit);
  const zones = [...new Set(meters.map(({ organization }) => organization.timeZone))];
  const axes = zones.map((zone, axis) => createAxis(snapshot, axis, zone, bucketsOf(unit, days.from, days.to, zone)));
  const axisOf = new Map(axes.map((each) => [each.zone, each]));

  async function* text(): AsyncGenerator<JsonPart> {
    const shown: MeterColumns['axes'] = axes.map(({ zone, buckets }) => ({
      time_zone: zone,
      starts: buckets.map(({ start }) => isoTime(start)),
      end: isoTime(buckets.at(-1)?.end ?? 0),
    }));
    yield `{"unit":"${unit}","axes":${JSON.stringify(shown)},"meters":[`;
    const [json, values] = [createJsonBytes(), createJsonBytes()];
    let comma = '';
    const question = { channels: null, unit, days };
    for await (const { meters: some, table } of readTables(context, meters, question)) {
      for (const meter of some) {
        const own = table.get(meter.id);
        const axis = axisOf.get(meter.organization.timeZone);
        if (!own || !axis) continue;
        json.text(comma);
        writeMeter({ json, values }, context, meter, axis, own);
        comma = ',';
      }
      yield json.take();
    }
    yield ']}';
  }
  return text();
};
