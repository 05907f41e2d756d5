import type { Language } from '@airdeck/contract/user/schema';
import { localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { formatDate } from '../../lib/format/date.ts';
import type { View } from './view.ts';

const isMidnight = (time: number, zone: string) => startOfLocalDay(localDay(time, zone), zone) === time;

/** A stretch of time in words: `2025-07-01 – 2025-07-31`, one day as such, and with minutes unless days are whole. */
export function periodText(
  { from, to }: View,
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  const whole = isMidnight(from, timeZone) && isMidnight(to, timeZone);
  const form = whole ? 'date' : 'minute';
  // The end lies outside.
  const [first, last] = [from, whole ? to - 1 : to].map((time) => formatDate(time, form, { language, timeZone }));
  return first === last ? `${first}` : `${first} – ${last}`;
}
