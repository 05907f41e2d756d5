import { useState } from 'react';

/** A row; `gone` when it has left the list while that was kept still. */
type Calm<Row> = Row & { gone?: boolean };

interface CalmRows<Row> {
  rows: readonly Calm<Row>[] | undefined;
  /** How many rows would come or go, were the list shown as it is. */
  waiting: number;
  /** Shows the list as it is. */
  release: () => void;
}

/**
 * The rows of a list that changes by itself. While it is `held`, no row moves: what is shown follows what it became, what has
 * left is marked, what is new waits. Another `question` is answered at once; it is null while rows of the one before stand
 * in for its own.
 */
export function useCalmRows<Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  question: string | null,
  held: boolean,
): CalmRows<Row> {
  const [kept, setKept] = useState({ question, rows });
  const release = () => setKept({ question, rows });
  const isFollowing = !held || kept.question !== question || kept.rows === undefined;
  if (isFollowing) {
    if (kept.rows !== rows || kept.question !== question) release();
    return { rows, waiting: 0, release };
  }
  const shown = kept.rows ?? [];
  const now = new Map((rows ?? []).map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  const still: readonly Calm<Row>[] = shown.map((row) => now.get(row.id) ?? { ...row, gone: true });
  const fresh = (rows ?? []).filter(({ id }) => !known.has(id)).length;
  return { rows: still, waiting: fresh + still.filter(({ gone }) => gone).length, release };
}
