import type { meterAveragesQuery } from '@airdeck/contract/history/query';
import type { MeterAverage } from '@airdeck/contract/history/schema';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import type { z } from 'zod';
import type { Meter } from '../../../site/picture.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { indexOfCell } from '../list/rounding.ts';
import type { OpenList } from '../list/row-list.ts';
import type { Look } from '../request/look.ts';
import { metersOf } from '../request/scope.ts';
import { parseSort } from '../request/sort.ts';
import { joinCells } from './average-cells.ts';
import { openAverages } from './average-list.ts';
import { PLACE_NAMES, type PlaceName, placeName } from './average-names.ts';
import type { AverageItem } from './average-refs.ts';
import type { SortKeys } from './average-sort.ts';
import { channelsOf, createMeterRows } from './meter-average-row.ts';

const FIELDS = ['start', ...PLACE_NAMES, 'index', ...SENSOR_TYPES] as const;
type Field = Exclude<(typeof FIELDS)[number], 'start'>;

const sortKeys = (look: Look, meters: readonly Meter[]): SortKeys<AverageItem, Field> => ({
  nameOf: (field) => {
    const name = PLACE_NAMES.find((known): known is PlaceName => known === field);
    return name ? ({ meter }) => placeName(name, meter, look.language) : null;
  },
  valueOf: (field) => {
    const type = SENSOR_TYPES.find((known) => known === field);
    if (!type) return { channels: [INDEX_CHANNEL], value: (_, cellOf) => indexOfCell(cellOf(INDEX_CHANNEL)) };
    return {
      channels: [...new Set(meters.flatMap((meter) => channelsOf(meter, type)))],
      value: (ref, cellOf) => {
        const cell = joinCells(channelsOf(ref.of.item.meter, type), cellOf);
        return cell && cell.sum / cell.count;
      },
    };
  },
});

/** Means of meters: a row for each bucket in which a meter measured something. */
export const openMeterAverages: OpenList<z.output<typeof meterAveragesQuery>, MeterAverage> = async (look, query) => {
  const meters = metersOf(look, query);
  const items = meters.map((meter): AverageItem => ({ meter, channel: INDEX_CHANNEL }));
  const question = { ...query, items, channels: null, sort: parseSort(query.sort, FIELDS) };
  return openAverages(look, question, { ...createMeterRows(look), keys: sortKeys(look, meters) });
};
