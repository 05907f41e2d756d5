import type { ExportFormat } from '@airdeck/contract/history/query';
import type { DayRange } from '../model/day-range.ts';

/** The contract's limits. */
export const MAX_NAME_LENGTH = 120;
export const MAX_SHEET_LENGTH = 31;

/** The name of a file without one. */
const UNNAMED = 'excel';

/** Characters that file systems or sheets refuse. */
const UNUSABLE = /[<>:"/\\|?*[\]\p{Cc}]/gu;

const usable = (name: string): string => name.replaceAll(UNUSABLE, ' ').replaceAll(/\s+/g, ' ').trim();

/** Subject and days, so that files can be told apart. */
export function suggestedName(subject: string, { from, to }: DayRange): string {
  const days = from === to ? from : `${from}_${to}`;
  return `${usable(subject).slice(0, MAX_NAME_LENGTH - days.length - 1)}_${days}`;
}

/** The typed name without unusable characters; undefined, for the default, when nothing is left. */
export function typedName(text: string): string | undefined {
  const name = usable(text);
  return name === '' ? undefined : name;
}

export const savedAs = (name: string | undefined, format: ExportFormat): string => `${name ?? UNNAMED}.${format}`;
