import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { formatDate } from '../../../lib/format/date.ts';

/** Reloads at night, without viewers, to free the memory that the browser gathered during the day. */
const NIGHT_HOUR = '03';
/** A page that was just loaded needs no other. */
const FRESH_MS = 2 * HOUR_MS;
/** Two servers of different versions behind one address would have it loaded again and again. */
const PAUSE_MS = 10 * MINUTE_MS;

interface Page {
  /** When it was loaded, epoch ms. */
  since: number;
  /** The console's files that it was loaded from. */
  build: string;
  /** Random time within an hour of the night, so that walls do not reload all at once. */
  minute: number;
}

/** Whether the page should be loaded again: once a night, and when the server has other files. */
export function wantsReload(page: Page, now: { time: number; build: string; timeZone: string }): boolean {
  const age = now.time - page.since;
  if (now.build !== '' && page.build !== '' && now.build !== page.build) return age >= PAUSE_MS;
  const [hour, minute] = formatDate(now.time, 'hourMinute', { language: 'ko', timeZone: now.timeZone }).split(':');
  return hour === NIGHT_HOUR && Number(minute) >= page.minute && age >= FRESH_MS;
}
