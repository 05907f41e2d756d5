import { dayRangeOf, type meterColumnsQuery } from '@airdeck/contract/history/query';
import type { MeterColumns } from '@airdeck/contract/history/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { type Bucket, bucketsOf } from '@airdeck/domain/bucket';
import { isoTime } from '@airdeck/domain/calendar';
import { completenessOf, receivedFrames } from '@airdeck/domain/completeness';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { meanFromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import type { JsonPart } from '../../../platform/http/long-answer.ts';
import { createJsonBytes, type JsonBytes } from '../../../platform/json-bytes.ts';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { indexOfTypes, typesOf } from '../../../store/history/mean-index.ts';
import { type ChannelBuckets, readBuckets } from '../../../store/history/read-buckets.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { metersOf } from '../request/filter.ts';

/** Meters that are read and serialized at once: few, so that the process is not blocked for long. */
const MAX_METERS_AT_ONCE = 100;

/** Means of all readings of some sensors in ticks, a value for each bucket, NaN where none has any; null without any. */
const meansOf = (
  channels: readonly number[],
  own: ReadonlyMap<number, ChannelBuckets>,
  length: number,
): Float64Array | null => {
  const all = channels.flatMap((channel) => own.get(channel) ?? []);
  if (all.length === 0) return null;
  const means = new Float64Array(length).fill(Number.NaN);
  for (let at = 0; at < length; at++) {
    let [sum, count] = [0, 0];
    for (const buckets of all) {
      sum += buckets.sum[at] ?? 0;
      count += buckets.count[at] ?? 0;
    }
    if (count > 0) means[at] = sum / count;
  }
  return means;
};

const SHARE_DIGITS = 3;
const INDEX_DIGITS = 1;

/** Writes the columns of a meter (contract `meterColumns`). */
const writeMeter = (
  json: JsonBytes,
  { snapshot, now }: RequestContext,
  meter: Meter,
  { axis, buckets }: { axis: number; buckets: readonly Bucket[] },
  own: ReadonlyMap<number, ChannelBuckets>,
): void => {
  const { length } = buckets;
  const means = new Map(typesOf(meter).map(({ type, channels }) => [type, meansOf(channels, own, length)]));
  const frames = own.get(INDEX_CHANNEL)?.count;
  const marks = createMaintenanceMarks();
  const index = new Float64Array(length).fill(Number.NaN);
  const completeness = new Float64Array(length).fill(Number.NaN);
  let isMarked = false;
  for (let at = 0; at < length; at++) {
    const bucket = buckets[at] as Bucket;
    const meanAt = ({ type }: { type: SensorType }): number | null => {
      const ticks = means.get(type)?.[at] ?? Number.NaN;
      return Number.isNaN(ticks) ? null : ticks;
    };
    const here = indexOfTypes(snapshot, meter, meanAt, bucket.day);
    if (here !== null) index[at] = roundIndex(here);
    const count = frames?.[at];
    if (count) {
      const { start, end } = bucket;
      completeness[at] = completenessOf([receivedFrames(count, meter, start, Math.min(end, now))]) ?? 1;
    }
    isMarked ||= marks.in([meter], bucket).maintenance === true;
  }
  json.text(`{"meter_id":${meter.id},"axis":${axis},"index":`);
  json.decimals(index, INDEX_DIGITS);
  json.text(',"completeness":');
  json.decimals(completeness, SHARE_DIGITS);
  json.text(',"values":{');
  let comma = '';
  for (const [type, ticks] of means) {
    if (!ticks) continue;
    json.text(`${comma}"${type}":`);
    json.decimals(
      ticks.map((each) => (Number.isNaN(each) ? each : meanFromTicks(type, each))),
      SENSOR_TYPE_INFO[type].digits + 1,
    );
    comma = ',';
  }
  json.text('}');
  if (isMarked) {
    const maintenance = buckets.map((bucket) => marks.in([meter], bucket).maintenance === true);
    json.text(`,"maintenance":${JSON.stringify(maintenance)}`);
  }
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
  const axes = zones.map((zone, axis) => ({ axis, zone, buckets: bucketsOf(unit, days.from, days.to, zone) }));
  const axisOf = new Map(axes.map((each) => [each.zone, each]));

  async function* text(): AsyncGenerator<JsonPart> {
    const shown: MeterColumns['axes'] = axes.map(({ zone, buckets }) => ({
      time_zone: zone,
      starts: buckets.map(({ start }) => isoTime(start)),
      end: isoTime(buckets.at(-1)?.end ?? 0),
    }));
    yield `{"unit":"${unit}","axes":${JSON.stringify(shown)},"meters":[`;
    const json = createJsonBytes();
    let comma = '';
    for (let i = 0; i < meters.length; i += MAX_METERS_AT_ONCE) {
      const some = meters.slice(i, i + MAX_METERS_AT_ONCE);
      const read = await context.read((tx) =>
        readBuckets(tx, snapshot, { meters: some, channels: null, unit, ...days }),
      );
      for (const meter of some) {
        const own = read.get(meter.id);
        const axis = axisOf.get(meter.organization.timeZone);
        if (!own || !axis) continue;
        json.text(comma);
        writeMeter(json, context, meter, axis, own);
        comma = ',';
      }
      yield json.take();
    }
    yield ']}';
  }
  return text();
};
