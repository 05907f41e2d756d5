import type { SortingState } from '@tanstack/react-table';

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** Unit of the values, small below the header. */
  unit?: string;
  /** How the values are computed, as a tooltip and description of the header. */
  help?: string;
  /** The value for sorting, shown if there is no `cell`. Rows without a value come last. */
  value: (row: Row) => string | number | null;
  cell?: (row: Row) => React.ReactNode;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  /** Narrowest width in px. */
  width?: number;
  /** false when rows cannot be sorted by it. */
  sortable?: boolean;
  /** Whether it names the row: it cannot be hidden, opens the row by keyboard, and is its card's title on phones. */
  primary?: boolean;
}

/** A summary row above all others. */
export interface TableSummary<Row> {
  /** In the primary column. */
  label: string;
  /** Shown as the columns show it. */
  row: Row;
  /** Replacement for the summary, by column. */
  cells?: Readonly<Partial<Record<string, React.ReactNode>>>;
}

/** Sort order as addresses and the API write it: `name,ASC`, most important first. */
export type SortTexts = readonly string[];

export function sortToTexts(sorting: SortingState): string[] {
  return sorting.map(({ id, desc }) => `${id},${desc ? 'DESC' : 'ASC'}`);
}

/** The sort order of texts. Invalid texts and unknown columns are left out. */
export function textsToSort(texts: SortTexts, ids: readonly string[]): SortingState {
  return texts.flatMap((text) => {
    const [id = '', direction] = text.split(',');
    return ids.includes(id) && (direction === 'ASC' || direction === 'DESC')
      ? [{ id, desc: direction === 'DESC' }]
      : [];
  });
}
