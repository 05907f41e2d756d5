import { useState } from 'react';
import { z } from 'zod';

const preferences = z.object({
  hidden: z.array(z.string()).catch([]),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  sort: z.array(z.string()).catch([]),
});
export type TablePreferences = z.infer<typeof preferences>;

function read(key: string, hidden: readonly string[]): TablePreferences {
  const first = JSON.stringify({ hidden });
  try {
    return preferences.parse(JSON.parse(localStorage.getItem(key) ?? first));
  } catch {
    return preferences.parse(JSON.parse(first));
  }
}

const NOTHING_HIDDEN: readonly string[] = [];

/** The user's settings of the table `name`, kept on this computer; before there are any, columns `hidden` are. */
export function useTablePreferences(
  name: string,
  hidden: readonly string[] = NOTHING_HIDDEN,
): [TablePreferences, (change: Partial<TablePreferences>) => void] {
  const key = `table.${name}`;
  const [chosen, setChosen] = useState(() => read(key, hidden));
  const change = (part: Partial<TablePreferences>) => {
    const next = { ...chosen, ...part };
    setChosen(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return [chosen, change];
}
