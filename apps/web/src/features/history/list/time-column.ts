import type { BucketUnit } from '@airdeck/domain/bucket';
import { type DateForm, formatDate } from '../../../lib/format/date.ts';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import type { ColumnWorld, RowMeter } from './column-world.ts';

/** When something was measured, to the second, on the clock of its place. */
export const timeColumn = <Row extends RowMeter & { time: string }>(
  { language }: ColumnWorld,
  header: string,
): TableColumn<Row> => ({
  id: 'time',
  header,
  primary: true,
  width: 170,
  value: ({ time }) => time,
  cell: ({ time, time_zone }) => formatDate(time, 'dateTime', { language, timeZone: time_zone }),
});

const FORM: Record<BucketUnit, DateForm> = { hour: 'minute', day: 'date', month: 'month', year: 'year' };

/** Which hour, day, month or year. */
export const startColumn = <Row extends RowMeter & { start: string }>(
  { t, language }: ColumnWorld,
  unit: BucketUnit,
): TableColumn<Row> => ({
  id: 'start',
  header: t('history.column.start'),
  primary: true,
  width: unit === 'hour' ? 150 : 110,
  value: ({ start }) => start,
  cell: ({ start, time_zone }) => formatDate(start, FORM[unit], { language, timeZone: time_zone }),
});
