import { useState } from 'react';
import { z } from 'zod';
import { sessionStore } from '../../lib/session/session-store.ts';

/** No column is read when it is narrower, and none fills more than a screen. */
export const MIN_WIDTH = 60;
export const MAX_WIDTH = 900;

export const boundedWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

const preferences = z.object({
  hidden: z.array(z.string()).catch([]),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  sort: z.array(z.string()).catch([]),
  /** Columns in the chosen order; unlisted ones follow their predecessor. */
  order: z.array(z.string()).catch([]),
  /** Changed column widths, px. */
  widths: z.record(z.string(), z.number().min(MIN_WIDTH).max(MAX_WIDTH)).catch({}),
});
export type TablePreferences = z.infer<typeof preferences>;

const first = (hidden: readonly string[]): TablePreferences => preferences.parse({ hidden });

function read(key: string, hidden: readonly string[]): TablePreferences {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? first(hidden) : preferences.parse(JSON.parse(kept));
  } catch {
    return first(hidden);
  }
}

/** Several people may use one computer. */
const preferencesKey = (name: string): string => `table.${sessionStore.get()?.user.id ?? 0}.${name}`;

const NOTHING_HIDDEN: readonly string[] = [];

export interface KeptPreferences {
  preferences: TablePreferences;
  change: (part: Partial<TablePreferences>) => void;
  /** Whether anything but the order of rows is other than at first. */
  isChanged: boolean;
  reset: () => void;
}

/** The user's settings of the table `name`, kept on this computer; before there are any, columns `hidden` are. */
export function useTablePreferences(name: string, hidden: readonly string[] = NOTHING_HIDDEN): KeptPreferences {
  const key = preferencesKey(name);
  const [chosen, setChosen] = useState(() => read(key, hidden));
  const change = (part: Partial<TablePreferences>) => {
    const next = { ...chosen, ...part };
    setChosen(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  const unchanged = { ...first(hidden), sort: chosen.sort };
  const isChanged = JSON.stringify(sorted(chosen)) !== JSON.stringify(sorted(unchanged));
  return { preferences: chosen, change, isChanged, reset: () => change(unchanged) };
}

/** It matters which columns are hidden, not when they were. */
const sorted = ({ hidden, ...rest }: TablePreferences) => ({ ...rest, hidden: hidden.toSorted() });

/** Columns in the chosen order. One that was never moved stays after the column that it came after at first. */
export function inOrder<Column extends { id: string }>(columns: readonly Column[], order: readonly string[]): Column[] {
  if (order.length === 0) return [...columns];
  const named = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const placed = [...named];
  for (const [i, column] of columns.entries()) {
    if (placed.includes(column)) continue;
    const before = columns[i - 1];
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, column);
  }
  return placed;
}
