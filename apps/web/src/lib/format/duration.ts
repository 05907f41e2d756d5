import type { Language } from '@airdeck/contract/user/schema';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { MINUTE_MS } from '../clock.ts';

const UNITS = [
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: HOUR_MS },
  { unit: 'minute', ms: MINUTE_MS },
  { unit: 'second', ms: 1000 },
] as const;

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: Language, unit: (typeof UNITS)[number]['unit']): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' });
  formats.set(key, format);
  return format;
}

/** A duration in its two largest units, rounded down: `2시간 5분`, `2h 5m`. */
export function formatDuration(ms: number, language: Language): string {
  let rest = Math.max(0, ms);
  const parts: string[] = [];
  const first = UNITS.findIndex((each) => rest >= each.ms);
  for (const { unit, ms: length } of UNITS.slice(first < 0 ? UNITS.length - 1 : first).slice(0, 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 || parts.length === 0) parts.push(formatOf(language, unit).format(count));
  }
  return parts.join(' ');
}
