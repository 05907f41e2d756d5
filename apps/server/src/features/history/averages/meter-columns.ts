import { dayRangeOf, type meterColumnsQuery } from '@airdeck/contract/history/query';
import type { MeterColumns } from '@airdeck/contract/history/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { type Bucket, bucketsOf } from '@airdeck/domain/bucket';
import { isoTime } from '@airdeck/domain/calendar';
import { completenessOf, receivedFrames } from '@airdeck/domain/completeness';
import { meanFromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { indexOfTypes, typesOf } from '../../../store/history/mean-index.ts';
import { type ChannelBuckets, readBuckets } from '../../../store/history/read-buckets.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { metersOf } from '../request/filter.ts';

type ColumnsOfMeter = MeterColumns['meters'][number];

/** Meters that are read and serialized at once: few, so that the process is not blocked for long. */
const MAX_METERS_AT_ONCE = 100;

/** Means of all readings of some sensors in ticks, a value for each bucket; null where none has any. */
const meansOf = (
  channels: readonly number[],
  own: ReadonlyMap<number, ChannelBuckets>,
  length: number,
): (number | null)[] | null => {
  const all = channels.flatMap((channel) => own.get(channel) ?? []);
  if (all.length === 0) return null;
  const means = new Array<number | null>(length).fill(null);
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

const columnsOf = (
  { snapshot, now }: RequestContext,
  meter: Meter,
  { axis, buckets }: { axis: number; buckets: readonly Bucket[] },
  own: ReadonlyMap<number, ChannelBuckets>,
): ColumnsOfMeter => {
  const means = new Map(typesOf(meter).map(({ type, channels }) => [type, meansOf(channels, own, buckets.length)]));
  const values: ColumnsOfMeter['values'] = {};
  for (const [type, ticks] of means) {
    if (ticks) values[type] = ticks.map((each) => (each === null ? null : meanFromTicks(type, each)));
  }
  const frames = own.get(INDEX_CHANNEL)?.count;
  const marks = createMaintenanceMarks();
  const maintenance = buckets.map((bucket) => marks.in([meter], bucket).maintenance === true);
  return {
    meter_id: meter.id,
    axis,
    index: buckets.map(({ day }, at) => {
      const index = indexOfTypes(snapshot, meter, ({ type }) => means.get(type)?.[at] ?? null, day);
      return index === null ? null : roundIndex(index);
    }),
    completeness: buckets.map(({ start, end }, at) => {
      const count = frames?.[at];
      if (!count) return null;
      return completenessOf([receivedFrames(count, meter, start, Math.min(end, now))]) ?? 1;
    }),
    values,
    ...(maintenance.includes(true) && { maintenance }),
  };
};

/**
 * The JSON text of meter averages as columns (contract `meterColumns`), a few meters at a time; meters without readings
 * are left out.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG, before the first text
 */
export const meterColumnsText = (
  context: RequestContext,
  query: z.output<typeof meterColumnsQuery>,
): AsyncIterable<string> => {
  const { now, snapshot } = context;
  const { unit } = query;
  const days = dayRangeOf(query);
  const meters = metersOf(context, query);
  checkDays(days, new Set(meters.map(({ organization }) => organization)), now);
  checkRollupRows(context, meters.length, days, unit);
  const zones = [...new Set(meters.map(({ organization }) => organization.timeZone))];
  const axes = zones.map((zone, axis) => ({ axis, zone, buckets: bucketsOf(unit, days.from, days.to, zone) }));
  const axisOf = new Map(axes.map((each) => [each.zone, each]));

  async function* text(): AsyncGenerator<string> {
    const shown: MeterColumns['axes'] = axes.map(({ zone, buckets }) => ({
      time_zone: zone,
      starts: buckets.map(({ start }) => isoTime(start)),
      end: isoTime(buckets.at(-1)?.end ?? 0),
    }));
    yield `{"unit":"${unit}","axes":${JSON.stringify(shown)},"meters":[`;
    let comma = '';
    for (let i = 0; i < meters.length; i += MAX_METERS_AT_ONCE) {
      const some = meters.slice(i, i + MAX_METERS_AT_ONCE);
      const read = await context.read((tx) =>
        readBuckets(tx, snapshot, { meters: some, channels: null, unit, ...days }),
      );
      const made = some.flatMap((meter) => {
        const own = read.get(meter.id);
        const axis = axisOf.get(meter.organization.timeZone);
        return own && axis ? [JSON.stringify(columnsOf(context, meter, axis, own))] : [];
      });
      if (made.length === 0) continue;
      yield comma + made.join();
      comma = ',';
    }
    yield ']}';
  }
  return text();
};
