import { AGGREGATES, type Aggregate, type Column } from '../column.ts';

/** The running summary of a column's numbers, of constant size. */
interface Seen {
  count: number;
  sum: number;
  min: number;
  max: number;
  digits: number;
  sort: string | undefined;
  isMixed: boolean;
}

const NOTHING: Seen = {
  ...{ count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, digits: 0 },
  ...{ sort: undefined, isMixed: false },
};

/** A number of a summary row. */
export interface SummaryCell {
  value: number;
  digits: number;
}

export interface SummaryRow {
  aggregate: Aggregate;
  /** The summary of each column; null for a column without one. */
  cells: (SummaryCell | null)[];
}

/** Accumulates the numbers of all rows. */
export interface Summary<Row> {
  /** Maximum number of summary rows. */
  maxRows: number;
  count: number;
  add(row: Row): void;
  rows(): SummaryRow[];
}

const aggregateOf = ({ count, sum, min, max }: Seen, aggregate: Aggregate): number => {
  switch (aggregate) {
    case 'mean':
      return sum / count;
    case 'min':
      return min;
    case 'max':
      return max;
    case 'sum':
      return sum;
  }
};

export function createSummary<Row>(columns: readonly Column<Row>[]): Summary<Row> {
  const parts = columns.flatMap((column, at) =>
    column.kind === 'number' && column.summary ? [{ column, at, wanted: column.summary, seen: { ...NOTHING } }] : [],
  );
  const wanted = AGGREGATES.filter((aggregate) => parts.some((part) => part.wanted.includes(aggregate)));
  const summary: Summary<Row> = {
    maxRows: wanted.length,
    count: 0,
    add(row) {
      summary.count++;
      for (const { column, seen } of parts) {
        const value = column.of(row);
        if (value === null || !Number.isFinite(value)) continue;
        const sort = column.sort?.(row);
        if (seen.count > 0 && sort !== seen.sort) seen.isMixed = true;
        seen.sort = sort;
        seen.count++;
        seen.sum += value;
        if (value < seen.min) seen.min = value;
        if (value > seen.max) seen.max = value;
        seen.digits = column.digits(row);
      }
    },
    rows: () =>
      wanted.flatMap((aggregate) => {
        const cells = columns.map((_, at): SummaryCell | null => {
          const part = parts.find((each) => each.at === at && each.wanted.includes(aggregate));
          if (!part || part.seen.count === 0 || part.seen.isMixed) return null;
          return { value: aggregateOf(part.seen, aggregate), digits: part.seen.digits };
        });
        return cells.some((cell) => cell !== null) ? [{ aggregate, cells }] : [];
      }),
  };
  return summary;
}
