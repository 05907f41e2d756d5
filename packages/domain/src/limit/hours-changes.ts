/** Opening hours of a place from a local day on; null: those of the place above count. */
export interface HoursSince {
  readonly validFrom: string;
  readonly hours: string | null;
}

export interface HoursChange {
  readonly day: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Days on which opening hours change, oldest first. `chain` holds the rows of a place and of those above it, the nearest
 * first, each by day. Hours that were entered for the first time are no change.
 */
export function hoursChanges(chain: readonly (readonly HoursSince[])[]): HoursChange[] {
  const hoursOn = (day: string): string | null => {
    for (const rows of chain) {
      const row = rows.findLast(({ validFrom, hours }) => validFrom <= day && hours !== null);
      if (row) return row.hours;
    }
    return null;
  };
  const days = [...new Set(chain.flatMap((rows) => rows.map(({ validFrom }) => validFrom)))].sort();
  const changes: HoursChange[] = [];
  let before: string | null = null;
  for (const day of days) {
    const after = hoursOn(day);
    if (before !== null && after !== null && before !== after) changes.push({ day, before, after });
    before = after;
  }
  return changes;
}
