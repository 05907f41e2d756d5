import type { Level } from '@airdeck/contract/history/query';
import type { PlaceAverage } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import type { Column } from '../../../../export/column.ts';
import type { Texts } from '../../../../export/texts.ts';
import { typeHeader } from '../texts.ts';
import { completenessColumn, digitsOf, STATISTICS } from './averages.ts';
import { bucketColumn, maintenanceColumn, numberColumn, offsetColumn, textColumn } from './common.ts';

const ABOVE: Record<Level, readonly Level[]> = {
  organization: ['organization'],
  office: ['organization', 'office'],
  department: ['organization', 'office', 'department'],
};

/** Number of leading columns for time and place. */
export const placeColumnCount = (level: Level): number => 1 + ABOVE[level].length;

/** Columns of place averages, with the number of measuring meters and the worst of them. */
export const placeAverageColumns = (texts: Texts, unit: BucketUnit, level: Level): Column<PlaceAverage>[] => {
  const { monitoring, sheet, grade } = texts;
  return [
    bucketColumn(texts, unit),
    ...ABOVE[level].map((each) => textColumn<PlaceAverage>(monitoring.kind[each], 18, (row) => row[`${each}_name`])),
    ...SENSOR_TYPES.flatMap((type) =>
      STATISTICS.map((statistic) =>
        numberColumn<PlaceAverage>(
          typeHeader(texts, type, sheet[statistic]),
          digitsOf(type, statistic),
          (row) => row.values[type]?.[statistic] ?? null,
        ),
      ),
    ),
    numberColumn(monitoring.indexShort, 1, (row) => row.index),
    textColumn(grade.label, 12, (row) => row.grade && grade.rating[row.grade]),
    numberColumn(sheet.meterCount, 0, (row) => row.meters),
    numberColumn(sheet.metersInUse, 0, (row) => row.meters_in_use),
    numberColumn(sheet.badMeters, 0, (row) => row.bad + row.very_bad),
    textColumn(sheet.worstMeter, 18, (row) => row.worst?.meter_name ?? null),
    completenessColumn(texts),
    offsetColumn(texts, (row) => row.start),
    maintenanceColumn(texts),
  ];
};
