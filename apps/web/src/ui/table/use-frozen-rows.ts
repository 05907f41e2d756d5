import { DEFAULT_PAGE_SIZE } from '@airdeck/contract/paging';
import { useMemo, useState } from 'react';
import { beginFrozen, drawn, type FrozenRow, follow, leave, newsCount, showAll } from './frozen-rows.ts';
import { type HandEvents, useUnderHand } from './use-under-hand.ts';

/** Whether a page is the first and the last of its list. */
export const pageEnds = ({ page = 1, size = DEFAULT_PAGE_SIZE }: { page?: number; size?: number }, total: number) => {
  return { isFirst: page === 1, isLast: page * size >= total, total };
};

export interface FrozenOptions {
  /** A person has chosen rows, or waits for an answer. */
  held?: boolean;
  /** Whether the page is the first and the last of the list. */
  isFirst?: boolean;
  isLast?: boolean;
  /** Rows of the whole list. */
  total?: number;
  /** Epoch milliseconds. */
  now?: () => number;
}

export interface FrozenRows<Row> {
  rows: readonly FrozenRow<Row>[] | undefined;
  /** New rows that wait: how many, and those that are known. */
  news: { count: number; rows: ReadonlyMap<number, Row> };
  /** Whether no row may appear, disappear or move now. */
  isHeld: boolean;
  /** Shows the list as it is. */
  release: () => void;
  /** The listeners of the element around the list (`FrozenList`). */
  events: HandEvents;
}

/**
 * The rows of a list that changes without the user. No row moves while a person points at the list, touches it, has the
 * focus in a row or has a selection (`held`), and during a storm: shown rows are updated in place, those that left are
 * marked, and new ones wait. A change of `question` is applied at once; it is null while rows of the previous one are
 * shown instead.
 */
export function useFrozenRows<Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  question: string | null,
  { held = false, isFirst = true, isLast = true, total = rows?.length ?? 0, now = Date.now }: FrozenOptions = {},
): FrozenRows<Row> {
  const [state, setState] = useState(() => beginFrozen({ rows, total, question }));
  const hand = useUnderHand(() => setState((before) => leave(before, now())));
  const isHeld = held || hand.isOver;
  const next = follow(state, { rows, total, question, isHeld, isLast, now: now() });
  if (next !== state) setState(next);
  return {
    rows: useMemo(() => drawn(next, { isFirst, isLast }), [next, isFirst, isLast]),
    news: { count: newsCount(next, total), rows: next.news },
    isHeld: isHeld || next.isStormy,
    release: () => setState((before) => showAll(before, { rows, total })),
    events: hand.events,
  };
}
