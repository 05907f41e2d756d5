import type { PastState } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import type { Grade } from '@airdeck/domain/grade';
import type { Rating } from '@airdeck/domain/rating';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import type { Column, NumberColumn, TextColumn, TimeColumn } from '../../../../export/column.ts';
import type { Texts } from '../../../../export/texts.ts';
import { BUCKET_FORM, type DateForm, utcOffset } from '../../../../export/wall-clock.ts';
import { gradeOfRating } from '../grading.ts';
import { sensorName } from '../texts.ts';

interface ZonedRow {
  time_zone: string;
}

interface PlacedRow extends ZonedRow {
  organization_name: string;
  office_name: string;
  department_name: string;
  meter_name: string;
  past_state?: PastState | undefined;
}

const TIME_WIDTH: Record<DateForm, number> = { dateTime: 20, minute: 17, date: 12, month: 10, year: 8 };

export const timeColumn = <Row extends ZonedRow>(
  header: string,
  form: DateForm,
  of: (row: Row) => string,
): TimeColumn<Row> => ({ kind: 'time', header, width: TIME_WIDTH[form], form, of, zone: (row) => row.time_zone });

/** The start of a row's bucket, formatted for the unit of the bucket. */
export const bucketColumn = <Row extends ZonedRow & { start: string }>(
  texts: Texts,
  unit: BucketUnit,
): TimeColumn<Row> => timeColumn(texts.sheet.bucket[unit], BUCKET_FORM[unit], (row) => row.start);

export const textColumn = <Row>(header: string, width: number, of: (row: Row) => string | null): TextColumn<Row> => ({
  kind: 'text',
  header,
  width,
  of,
});

/** @param digits decimals to show */
export const numberColumn = <Row>(
  header: string,
  digits: number,
  of: (row: Row) => number | null,
  more: Pick<NumberColumn<Row>, 'grade' | 'summary'> = {},
): Column<Row> => ({
  kind: 'number',
  header,
  width: Math.max(10, header.length + 4),
  of,
  digits: () => digits,
  ...more,
});

/** Statistics below columns of measured values and of means. */
export const OF_VALUES = ['mean', 'min', 'max'] as const;

/** A name, marked if its meter, sensor or purifier is deleted or out of use. */
export const markedName = ({ history }: Texts, name: string, state: PastState | undefined): string =>
  state === undefined ? name : `${name} (${history.past[state]})`;

/** Columns for the place and name of a row's meter. Rows of sensors and purifiers are marked in their own column. */
export const placeColumns = <Row extends PlacedRow>(texts: Texts, isMarked = true): Column<Row>[] => {
  const { kind } = texts.monitoring;
  return [
    textColumn(kind.organization, 20, (row) => row.organization_name),
    textColumn(kind.office, 18, (row) => row.office_name),
    textColumn(kind.department, 18, (row) => row.department_name),
    textColumn(kind.meter, 18, (row) => markedName(texts, row.meter_name, isMarked ? row.past_state : undefined)),
  ];
};

/** Without the offset, times of several zones, and those of an hour that repeats, could not be distinguished. */
export const offsetColumn = <Row extends ZonedRow>(texts: Texts, time: (row: Row) => string): Column<Row> =>
  textColumn(texts.sheet.utc, 16, (row) => utcOffset(time(row), row.time_zone));

interface SensorRow {
  sensor_name: string;
  past_state?: PastState | undefined;
  type: SensorType;
  sequence: number;
}

/** Columns that identify a row's sensor. */
export const sensorColumns = <Row extends SensorRow>(texts: Texts): Column<Row>[] => [
  textColumn(texts.sheet.sensor, 18, (row) => markedName(texts, row.sensor_name, row.past_state)),
  textColumn(texts.monitoring.filter.type, 12, (row) => sensorName(texts, row.type)),
  numberColumn(texts.sheet.sequence, 0, (row) => row.sequence),
];

/** A value of the row's type. Its unit has a column of its own, because rows of several types mix. */
export const valueColumn = <Row extends SensorRow>(
  header: string,
  of: (row: Row) => number,
  more: Pick<NumberColumn<Row>, 'grade' | 'summary'>,
): NumberColumn<Row> => ({
  ...{ kind: 'number', header, width: 12, of, ...more },
  digits: ({ type }) => SENSOR_TYPE_INFO[type].digits,
  sort: ({ type }) => type,
});

export const unitColumn = <Row extends SensorRow>(texts: Texts): TextColumn<Row> =>
  textColumn(texts.sheet.unit, 10, (row) => SENSOR_TYPE_INFO[row.type].unit);

export const ratingColumn = <Row extends { rating: Rating | null }>({ grade }: Texts): TextColumn<Row> => ({
  ...textColumn<Row>(grade.label, 14, (row) => row.rating && grade.rating[row.rating]),
  grade: (row) => gradeOfRating(row.rating),
});

/** The index of a meter, and the text of its grade. */
export const indexColumns = <Row extends { index: number | null; grade: Grade | null }>({
  monitoring,
  grade,
}: Texts): Column<Row>[] => [
  numberColumn<Row>(monitoring.indexShort, 1, (row) => row.index, { grade: (row) => row.grade, summary: OF_VALUES }),
  {
    ...textColumn<Row>(grade.label, 12, (row) => row.grade && grade.rating[row.grade]),
    grade: (row) => row.grade,
  },
];

/** Whether the row touches a maintenance window. */
export const maintenanceColumn = <Row extends { maintenance?: true | undefined }>(texts: Texts): TextColumn<Row> =>
  textColumn(texts.history.maintenance, 10, (row) => (row.maintenance ? texts.history.maintenance : null));

/** The columns of time and place, which stay visible while scrolling. */
export const FROZEN_COLUMNS = 5;
