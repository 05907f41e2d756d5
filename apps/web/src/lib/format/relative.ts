import type { Language } from '@airdeck/contract/user/schema';

const STEPS = [
  { unit: 'second', ms: 1000, below: 60_000 },
  { unit: 'minute', ms: 60_000, below: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, below: 86_400_000 },
  { unit: 'day', ms: 86_400_000, below: Number.POSITIVE_INFINITY },
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
