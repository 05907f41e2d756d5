import type { Language } from '@airdeck/contract/user/schema';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in the unit that leaves one to three digits. */
export const formatBytes = (bytes: number, language: Language): string => {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: UNITS[step] ?? 'byte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, format).format(bytes / 1000 ** step);
};
