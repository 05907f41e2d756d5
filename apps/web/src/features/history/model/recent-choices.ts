import { useEffect, useMemo, useRef } from 'react';
import { z } from 'zod';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { HISTORY_KINDS, type HistoryKind } from './screen.ts';
import { ALL, type HistorySearch } from './search.ts';
import { searchOf, selectionOf } from './selection.ts';
import type { History } from './use-history.ts';

/** Limits of the recent choices, kept on this computer for each user and kind: choices, and ids of each. */
const MAX_RECENT = 5;
const MAX_IDS = 50;

const id = z.int().positive();
const ids = z.array(id).max(MAX_IDS).optional();
const choice = z.object({
  organization: id.optional(),
  office: id.optional(),
  department: id.optional(),
  meter: z.union([z.literal(ALL), ids]),
  sensor: ids,
  purifier: ids,
});
export type RecentChoice = z.infer<typeof choice>;
const kept = z.partialRecord(z.enum(HISTORY_KINDS), z.array(choice).max(MAX_RECENT));

const storageKey = (user: number): string => `history.recent.${user}`;

function readAll(user: number): z.infer<typeof kept> {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(storageKey(user)) ?? '{}'));
  } catch {
    return {};
  }
}

/** Recent choices of a user, newest first. */
export const readRecent = (user: number, kind: HistoryKind): readonly RecentChoice[] => readAll(user)[kind] ?? [];

/** Moves a choice to the front; one with many ids is not stored. */
export function addRecent(user: number, kind: HistoryKind, search: RecentChoice): void {
  const parsed = choice.safeParse(search);
  if (!parsed.success) return;
  const all = readAll(user);
  const text = JSON.stringify(parsed.data);
  const others = (all[kind] ?? []).filter((each) => JSON.stringify(each) !== text);
  localStorage.setItem(
    storageKey(user),
    JSON.stringify({ ...all, [kind]: [parsed.data, ...others].slice(0, MAX_RECENT) }),
  );
}

const choiceOf = (search: HistorySearch): RecentChoice => searchOf(selectionOf(search));

/** Saves the selection once the choice is complete, or the screen is left. */
export function useRecording({ kind, search, request }: History, settled: boolean): void {
  const user = sessionStore.get()?.user.id;
  const text = useMemo(() => JSON.stringify(request === null ? null : choiceOf(search)), [search, request]);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
    if (settled) keep(user, kind, text);
  }, [user, kind, text, settled]);
  useEffect(() => () => keep(user, kind, latest.current), [user, kind]);
}

function keep(user: number | undefined, kind: HistoryKind, text: string): void {
  if (user !== undefined && text !== 'null') addRecent(user, kind, JSON.parse(text));
}
