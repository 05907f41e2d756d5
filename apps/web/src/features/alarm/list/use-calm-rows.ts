import { useState } from 'react';
import type { Row } from './cells.tsx';

interface CalmRows {
  rows: readonly Row[] | undefined;
  /** How many rows would come or go, were the list shown as it is. */
  waiting: number;
  /** Shows the list as it is. */
  release: () => void;
}

const NONE: readonly Row[] = [];

/**
 * The rows of a list that changes by itself. While it is `held`, no row moves: what is shown follows what it became, what has
 * left is marked, what is new waits. Another question, told by `key`, is answered at once.
 */
export function useCalmRows(rows: readonly Row[] | undefined, key: string, held: boolean): CalmRows {
  const [kept, setKept] = useState<{ key: string; rows: readonly Row[] | undefined }>({ key, rows });
  const release = () => setKept({ key, rows });
  const isFollowing = !held || kept.key !== key || kept.rows === undefined;
  if (isFollowing) {
    if (kept.rows !== rows || kept.key !== key) release();
    return { rows, waiting: 0, release };
  }
  const shown = kept.rows ?? NONE;
  const now = new Map((rows ?? NONE).map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  const still = shown.map((row) => now.get(row.id) ?? { ...row, gone: true });
  const fresh = (rows ?? NONE).filter(({ id }) => !known.has(id)).length;
  return { rows: still, waiting: fresh + still.filter(({ gone }) => gone).length, release };
}
