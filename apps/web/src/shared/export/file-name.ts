import type { ExportFormat } from '@airdeck/contract/export-file';

/** The contract's limits. */
export const MAX_NAME_LENGTH = 120;
export const MAX_SHEET_LENGTH = 31;

/** The name of a file without one. */
const UNNAMED = 'excel';

/** Characters that file systems or sheets refuse. */
const UNUSABLE = /[<>:"/\\|?*[\]\p{Cc}]/gu;

/** A text without what file systems and sheets refuse. */
export const usable = (name: string): string => name.replaceAll(UNUSABLE, ' ').replaceAll(/\s+/g, ' ').trim();

/** The typed name without unusable characters; undefined, meaning the default, if nothing is left. */
export function typedName(text: string): string | undefined {
  const name = usable(text);
  return name === '' ? undefined : name;
}

export const savedAs = (name: string | undefined, format: ExportFormat): string => `${name ?? UNNAMED}.${format}`;
