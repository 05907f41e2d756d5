import type { ExportFormat } from '@airdeck/contract/history/query';
import type { DayRange } from '../model/day-range.ts';

/** As long as the contract lets them be. */
export const MAX_NAME_LENGTH = 120;
export const MAX_SHEET_LENGTH = 31;

/** The file of somebody who names none. */
const UNNAMED = 'excel';

/** What file systems or sheets do not take. */
const UNUSABLE = /[<>:"/\\|?*[\]\p{Cc}]/gu;

const usable = (name: string): string => name.replaceAll(UNUSABLE, ' ').replaceAll(/\s+/g, ' ').trim();

/** Site and period: two files beside each other say what they are. */
export function suggestedName(subject: string, { from, to }: DayRange): string {
  const days = from === to ? from : `${from}_${to}`;
  return `${usable(subject).slice(0, MAX_NAME_LENGTH - days.length - 1)}_${days}`;
}

/** A name as it was typed; undefined where nothing is left of it, and then the default is taken. */
export function typedName(text: string): string | undefined {
  const name = usable(text);
  return name === '' ? undefined : name;
}

export const savedAs = (name: string | undefined, format: ExportFormat): string => `${name ?? UNNAMED}.${format}`;
