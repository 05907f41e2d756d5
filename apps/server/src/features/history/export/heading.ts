import type { Language } from '@airdeck/contract/user/schema';
import type { SheetFile } from '../../../export/column.ts';
import { type Texts, textsOf } from '../../../export/texts.ts';
import { utcOffset, wallClock, wallText } from '../../../export/wall-clock.ts';
import { localName } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { numbered } from './texts.ts';

/** The subject of a file: its meters, and sensors or purifiers of them. */
export interface FileSubject {
  meters: readonly Meter[];
  /** Names of the sensors or purifiers that the rows belong to, if any. */
  parts?: readonly string[];
  /** Text for a number of parts: `{{number}} sensors`. */
  several?: string;
}

/**
 * The places that all meters share, `School · Main · 1F`, then the parts: the name of a single one, or their number.
 */
export function subjectText({ meters, parts = [], several = '' }: FileSubject, language: Language): string {
  const texts = textsOf(language);
  const [first] = meters;
  if (!first) return texts.history.place.every;
  const shared: string[] = [];
  const levels = [
    (meter: Meter) => meter.organization,
    (meter: Meter) => meter.department.office,
    (meter: Meter) => meter.department,
    (meter: Meter) => meter,
  ];
  for (const levelOf of levels) {
    if (meters.some((meter) => levelOf(meter) !== levelOf(first))) break;
    shared.push(localName(levelOf(first), language));
  }
  const [part, second] = parts;
  return [
    ...(shared.length === 0 ? [texts.history.place.every] : shared),
    ...(meters.length > 1 ? [numbered(texts.sheet.meters, meters.length)] : []),
    ...(part === undefined ? [] : [second === undefined ? part : numbered(several, parts.length)]),
  ].join(' · ');
}

export interface FileFacts {
  subject: FileSubject;
  /** Name of the list and its step. */
  list: string;
  step: string;
  query: { startTime: string; endTime: string };
  /** Name of the user who made the file; null for an unknown id. */
  viewer: string | null;
}

/** The lines above a file's headings: place; list, step and period; when and by whom it was made. */
export function headingOf(context: Pick<RequestContext, 'language' | 'now'>, facts: FileFacts): string[] {
  const { language, now } = context;
  const { subject, list, step, query, viewer } = facts;
  const { sheet } = textsOf(language);
  const dayText = (day: string) => wallText(Date.parse(day), 'date', language);
  const [from, to] = [dayText(query.startTime), dayText(query.endTime)];
  const zone = subject.meters[0]?.organization.timeZone ?? 'UTC';
  const instant = new Date(now).toISOString();
  const time = `${wallText(wallClock(instant, zone), 'minute', language)} (${utcOffset(instant, zone)})`;
  return [
    subjectText(subject, language),
    [list, step, from === to ? from : `${from} ${language === 'ko' ? '~' : '–'} ${to}`].join(' · '),
    [`${sheet.madeAt} ${time}`, ...(viewer === null ? [] : [`${sheet.madeBy} ${viewer}`])].join(' · '),
  ];
}

/** Labels of the summary rows of a file. */
export const summaryWords = ({ sheet }: Texts, language: Language): NonNullable<SheetFile<never>['summary']> => ({
  names: { mean: sheet.summary.mean, min: sheet.summary.min, max: sheet.summary.max, sum: sheet.summary.sum },
  rows: (count) => numbered(sheet.summary.rows, count).replace(/\d+/, new Intl.NumberFormat(language).format(count)),
});
