import { dayRangeOf, type PLACE_AVERAGE_ORDERS, type placeAveragesQuery } from '@airdeck/contract/history/query';
import type { PlaceAverage } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import type { DayRange } from '@airdeck/domain/range';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import type { z } from 'zod';
import { createMaintenanceMarks, type MaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import { localName } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { readBucketTable } from '../../../store/history/bucket-table.ts';
import { gradedChannels, indexOfMeans } from '../../../store/history/mean-index.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import type { OpenList } from '../list/row-list.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { type Place, placesOf } from '../request/places.ts';
import { MAX_ROWS_AT_ONCE, orderCounted } from './average-list.ts';
import type { SortKeys } from './average-sort.ts';
import {
  type AverageItem,
  type BucketRef,
  bucketOf,
  bucketTimes,
  type CellQuestion,
  cellsOf,
  countsIn,
  type FilledRef,
  type ItemBuckets,
  loadCells,
} from './cells.ts';
import { type MeterPart, meanIndex, meanOfMeters, meanTicks } from './mean-of-meters.ts';
import { channelsOf } from './meter-averages.ts';

/** A place, and which of its meters have readings in which buckets. */
interface PlaceItem extends Place {
  parts: ItemBuckets<AverageItem>[];
}

type PlaceRef = BucketRef<PlaceItem>;
type Field = Exclude<(typeof PLACE_AVERAGE_ORDERS)[number], 'start'>;

/** Counts the measuring meters of each place, bucket by bucket; leaves out places without any. */
const countPlaces = async (
  context: RequestContext,
  places: readonly Place[],
  days: DayRange,
  unit: BucketUnit,
): Promise<ItemBuckets<PlaceItem>[]> => {
  const meters = places.flatMap((place) => place.meters);
  const question = { meters, channels: [INDEX_CHANNEL], unit, ...days };
  const read = await context.read((tx) => readBucketTable(tx, context.snapshot, question));
  const items = meters.map((meter): AverageItem => ({ meter, channel: INDEX_CHANNEL }));
  const counted = new Map(countsIn(read, items, days, unit).map((each) => [each.item.meter, each]));
  return places.flatMap((place, rank) => {
    const parts = place.meters.flatMap((meter) => counted.get(meter) ?? []);
    const [first] = parts;
    if (!first) return [];
    const count = Uint32Array.from(first.buckets, (_, at) => parts.filter((part) => part.count[at]).length);
    return [{ item: { ...place, parts }, rank, buckets: first.buckets, count }];
  });
};

const partOf = (row: FilledRef<AverageItem>, { snapshot }: RequestContext): MeterPart => {
  const { ref } = row;
  const cellOf = cellsOf(row);
  const { meter } = ref.of.item;
  const index = indexOfMeans(snapshot, meter, cellOf, bucketOf(ref).day);
  return { meter, cellOf, index, frames: cellOf(INDEX_CHANNEL)?.count ?? 0 };
};

/** A row and the measurements of its meters. */
interface FilledPlace {
  ref: PlaceRef;
  parts: MeterPart[];
}

const fillPlaces = async (
  context: RequestContext,
  question: CellQuestion,
  refs: readonly PlaceRef[],
): Promise<FilledPlace[]> => {
  const ofMeters = refs.map(({ of, at }) =>
    of.item.parts.filter(({ count }) => count[at]).map((part) => ({ of: part, at })),
  );
  const filled = await loadCells(context, question, ofMeters.flat());
  let next = 0;
  return refs.map((ref, i) => {
    const from = next;
    next += ofMeters[i]?.length ?? 0;
    return { ref, parts: filled.slice(from, next).map((each) => partOf(each, context)) };
  });
};

const createKeys = (
  context: RequestContext,
  question: CellQuestion,
  meters: readonly Meter[],
): SortKeys<PlaceItem, Field> => ({
  nameOf: (field) => {
    const nameOf = (named: Place['organization' | 'office' | 'department']) =>
      named === null ? '' : localName(named, context.language);
    switch (field) {
      case 'organization_name':
        return ({ organization }) => nameOf(organization);
      case 'office_name':
        return ({ office }) => nameOf(office);
      case 'department_name':
        return ({ department }) => nameOf(department);
      default:
        return null;
    }
  },
  valuesOf: async (field, refs) => {
    const type = SENSOR_TYPES.find((known) => known === field);
    const channels = [...new Set(meters.flatMap((meter) => (type ? channelsOf(meter, type) : gradedChannels(meter))))];
    const filled = await fillPlaces(context, { ...question, channels }, refs);
    return Float64Array.from(filled, ({ parts }) => (type ? meanTicks(parts, type) : meanIndex(parts)) ?? NaN);
  },
});

/** null when the data expired between counting and reading. */
const rowOf = (
  filled: FilledPlace,
  { language, now }: RequestContext,
  marks: MaintenanceMarks,
): PlaceAverage | null => {
  const { ref } = filled;
  const parts = filled.parts.filter(({ cellOf }) => cellOf(INDEX_CHANNEL) !== null);
  if (parts.length === 0) return null;
  const { level, id, organization, office, department, meters } = ref.of.item;
  const { start, end } = bucketOf(ref);
  return {
    level,
    place_id: id,
    organization_name: localName(organization, language),
    office_name: office && localName(office, language),
    department_name: department && localName(department, language),
    time_zone: organization.timeZone,
    ...bucketTimes(bucketOf(ref)),
    ...marks.in(meters, { start, end }),
    ...meanOfMeters(parts, { meters, spanOf: () => ({ start, end: Math.min(end, now) }), language }),
  };
};

/** Averages of departments, offices or organizations: a row for each bucket with readings of one of its meters. */
export const openPlaceAverages: OpenList<z.output<typeof placeAveragesQuery>, PlaceAverage> = async (
  context,
  query,
) => {
  const { unit, sort, level } = query;
  const { language } = context;
  const days = dayRangeOf(query);
  const places = placesOf(context, level, query);
  const meters = places.flatMap((place) => place.meters);
  checkDays(days, new Set(places.map(({ organization }) => organization)), context.now);
  checkRollupRows(context, meters.length, days, unit);
  const question = { days, unit, channels: null };
  const metersEach = Math.max(1, meters.length / Math.max(1, places.length));
  const { total, filled } = orderCounted({
    counted: await countPlaces(context, places, days, unit),
    sort,
    language,
    keys: createKeys(context, question, meters),
    atOnce: Math.max(1, Math.floor(MAX_ROWS_AT_ONCE / metersEach)),
    rowCost: metersEach,
    fill: (refs) => fillPlaces(context, question, refs),
  });
  const marks = createMaintenanceMarks();
  async function* chunks(from: number, to: number): AsyncGenerator<PlaceAverage[]> {
    for await (const rows of filled(from, to)) {
      yield rows.map((row) => rowOf(row, context, marks)).filter((row) => row !== null);
    }
  }
  return { total, chunks };
};
