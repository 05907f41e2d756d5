import { MAX_NAME_LENGTH, usable } from '../../../shared/export/file-name.ts';
import type { DayRange } from '../model/day-range.ts';

/** Subject and days, to distinguish the files. */
export function suggestedName(subject: string, { from, to }: DayRange): string {
  const days = from === to ? from : `${from}_${to}`;
  return `${usable(subject).slice(0, MAX_NAME_LENGTH - days.length - 1)}_${days}`;
}
