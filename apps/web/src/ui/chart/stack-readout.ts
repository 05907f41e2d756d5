import { formatDate } from '../../lib/format/date.ts';
import type { Readout } from './drawing.ts';
import { firstFrom } from './find.ts';
import type { StackLook } from './stack-look.ts';

const MINUTE_MS = 60_000;

/** `7:05` are seven hours and five minutes; rounded to whole minutes. */
export function hoursText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The bucket that is nearest to a time. */
function bucketAt({ starts }: StackLook, time: number): number {
  const after = Math.min(firstFrom(starts, time), starts.length - 1);
  const before = Math.max(0, after - 1);
  return time - (starts[before] ?? 0) <= (starts[after] ?? 0) - time ? before : after;
}

/** What a bucket is made up of, panel beside panel: hours and minutes, and the share of what has passed of it. */
export function stackReadout(look: StackLook, time: number): Readout {
  const bucket = bucketAt(look, time);
  const at = look.starts[bucket] ?? time;
  const sums = look.panels.map(({ parts }) => parts.reduce((sum, amounts) => sum + (amounts[bucket] ?? 0), 0));
  const cell = (panel: number, part: number) => {
    const amount = look.panels[panel]?.parts[part]?.[bucket] ?? Number.NaN;
    const sum = sums[panel] ?? 0;
    if (Number.isNaN(amount)) return { text: '–' };
    return { text: hoursText(amount), note: `${Math.round((amount / Math.max(sum, 1)) * 100)} %` };
  };
  const isThere = (part: number) => look.panels.some(({ parts }) => (parts[part]?.[bucket] ?? 0) > 0);
  // As they lie on each other, without what is not there.
  const rows = look.parts
    .map(({ name, mark }, part) => ({ name, mark, cells: look.panels.map((_, panel) => cell(panel, part)) }))
    .filter((_, part) => isThere(part))
    .toReversed();
  return {
    time: at,
    title: formatDate(at, look.timeForm, look),
    unit: look.panels[0]?.name ?? '',
    columns: look.panels.length > 1 ? look.panels.map(({ name }) => name) : [],
    rows,
    dots: [],
  };
}
