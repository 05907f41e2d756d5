import { useState } from 'react';
import { z } from 'zod';

const preferences = z.object({
  hidden: z.array(z.string()).catch([]),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  sort: z.array(z.string()).catch([]),
});
export type TablePreferences = z.infer<typeof preferences>;

function read(key: string): TablePreferences {
  try {
    return preferences.parse(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return preferences.parse({});
  }
}

/** The user's settings of the table `name`, kept on this computer. */
export function useTablePreferences(name: string): [TablePreferences, (change: Partial<TablePreferences>) => void] {
  const key = `table.${name}`;
  const [chosen, setChosen] = useState(() => read(key));
  const change = (part: Partial<TablePreferences>) => {
    const next = { ...chosen, ...part };
    setChosen(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return [chosen, change];
}
