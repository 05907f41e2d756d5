import type { Language } from '@airdeck/contract/user/schema';
import type { DateForm } from './wall-clock.ts';

interface Heading {
  header: string;
  /** In characters, as Excel counts them. */
  width: number;
}

/** Texts; null is an empty cell. */
export interface TextColumn<Row> extends Heading {
  kind: 'text';
  of(row: Row): string | null;
}

/** Numbers that a spreadsheet can calculate with; null is an empty cell. */
export interface NumberColumn<Row> extends Heading {
  kind: 'number';
  of(row: Row): number | null;
  /** Decimals that are shown, 0 to 4; the cell holds the number as it is. */
  digits(row: Row): number;
}

/** Instants (ISO 8601), shown on the clock of the row's own zone. */
export interface TimeColumn<Row> extends Heading {
  kind: 'time';
  of(row: Row): string | null;
  /** IANA name. */
  zone(row: Row): string;
  form: DateForm;
}

/** A column of an exported file: its heading, and the value of a row's cell. */
export type Column<Row> = TextColumn<Row> | NumberColumn<Row> | TimeColumn<Row>;

/** What a file shows of its rows, and how. */
export interface SheetFile<Row> {
  columns: readonly Column<Row>[];
  /** Name of the sheet, as it was asked for. */
  sheet: string;
  language: Language;
}
