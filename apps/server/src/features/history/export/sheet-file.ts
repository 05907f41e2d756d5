import type { Language } from '@airdeck/contract/user/schema';
import type { Column } from './column.ts';

/** What a file shows of its rows, and how. */
export interface SheetFile<Row> {
  columns: readonly Column<Row>[];
  /** Name of the sheet, as it was wished for. */
  sheet: string;
  language: Language;
}
