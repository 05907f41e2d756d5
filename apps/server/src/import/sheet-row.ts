/** Stands for a cell that holds a formula: what it comes to is nobody's word. */
export const FORMULA = Symbol('formula');

export type Cell = string | typeof FORMULA;

/** A row of a file: its number as a spreadsheet counts, from 1, and its cells from the first column on. */
export interface SheetRow {
  number: number;
  cells: Cell[];
}

/** Wider than any resource. */
export const MAX_CELLS = 200;
