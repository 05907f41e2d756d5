import type { Language } from '@airdeck/contract/user/schema';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/zone-clock';
import { MINUTE_MS } from '../clock.ts';

const STEPS = [
  { unit: 'second', ms: 1000, below: MINUTE_MS },
  { unit: 'minute', ms: MINUTE_MS, below: HOUR_MS },
  { unit: 'hour', ms: HOUR_MS, below: DAY_MS },
  { unit: 'day', ms: DAY_MS, below: Number.POSITIVE_INFINITY },
] as const;

const formats = new Map<Language, Intl.RelativeTimeFormat>();

/** How long ago: `3초 전`, `3s ago`, in whole units rounded down. A future instant, from a clock that is ahead, is 0. */
export function formatAgo(instantMs: number, nowMs: number, language: Language): string {
  const age = Math.max(0, nowMs - instantMs);
  const step = STEPS.find(({ below }) => age < below) ?? STEPS[3];
  let format = formats.get(language);
  if (format === undefined) {
    format = new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'narrow' });
    formats.set(language, format);
  }
  return format.format(-Math.floor(age / step.ms), step.unit);
}
