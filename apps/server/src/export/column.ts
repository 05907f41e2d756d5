import type { Language } from '@airdeck/contract/user/schema';
import type { Grade } from '@airdeck/domain/grade';
import type { DateForm } from './wall-clock.ts';

interface Heading {
  header: string;
  /** In characters, as Excel counts them. */
  width: number;
}

/** The summaries of a column in a workbook, in the order of its rows. */
export const AGGREGATES = ['mean', 'min', 'max', 'sum'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** Texts; null is an empty cell. */
export interface TextColumn<Row> extends Heading {
  kind: 'text';
  of(row: Row): string | null;
  /** The grade that colours the cell of a workbook. */
  grade?(row: Row): Grade | null;
}

/** Numbers that a spreadsheet can calculate with; null is an empty cell. */
export interface NumberColumn<Row> extends Heading {
  kind: 'number';
  of(row: Row): number | null;
  /** Displayed decimals, 0 to 4; the cell contains the full number. */
  digits(row: Row): number;
  /** The grade that colours the cell of a workbook. */
  grade?(row: Row): Grade | null;
  /** Whether a workbook has its summary below the numbers. */
  summary?: readonly Aggregate[];
  /** Kind of the number: different kinds are not summarized together. Default: all are of one kind. */
  sort?(row: Row): string;
}

/** Instants (ISO 8601), shown on the clock of the row's own zone. */
export interface TimeColumn<Row> extends Heading {
  kind: 'time';
  of(row: Row): string | null;
  /** IANA name. */
  zone(row: Row): string;
  form: DateForm;
}

/** A column of an exported file: its heading, and the cell value of a row. */
export type Column<Row> = TextColumn<Row> | NumberColumn<Row> | TimeColumn<Row>;

/** The columns and layout of a file. */
export interface SheetFile<Row> {
  columns: readonly Column<Row>[];
  /** Requested name of the sheet. */
  sheet: string;
  language: Language;
  /** Above the headings of a workbook: title and further lines. None in a template. */
  title?: readonly string[];
  /** Columns on the left that stay visible in a workbook. */
  frozen?: number;
  /** Labels of the summary below all rows. */
  summary?: { names: Readonly<Record<Aggregate, string>>; rows(count: number): string };
}
