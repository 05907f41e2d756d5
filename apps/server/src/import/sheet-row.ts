/** Represents a cell with a formula: its cached result may be anything. */
export const FORMULA = Symbol('formula');

export type Cell = string | typeof FORMULA;

/** A row of a file: its number as in a spreadsheet, from 1, and its cells from the first column on. */
export interface SheetRow {
  number: number;
  cells: Cell[];
}

/** Wider than any resource. */
export const MAX_CELLS = 200;
/** Characters of a cell, and rows of a sheet: Excel's own limits. */
export const MAX_CELL_LENGTH = 32_767;
export const MAX_SHEET_ROWS = 1_048_576;
