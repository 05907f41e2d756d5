import { MINUTE_MS } from '../../../lib/clock.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { firstIndexFrom } from '../model/chart-data.ts';
import type { Readout } from '../model/drawing.ts';
import type { StackModel } from './stack-model.ts';

/** `7:05` are seven hours and five minutes; rounded to whole minutes. */
export function hoursText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The bucket that is nearest to a time. */
function bucketAt({ starts }: StackModel, time: number): number {
  const after = Math.min(firstIndexFrom(starts, time), starts.length - 1);
  const before = Math.max(0, after - 1);
  return time - (starts[before] ?? 0) <= (starts[after] ?? 0) - time ? before : after;
}

/** The parts of a bucket, panel beside panel: hours and minutes, and their share of the bucket so far. */
export function stackReadout(model: StackModel, time: number): Readout {
  const bucket = bucketAt(model, time);
  const at = model.starts[bucket] ?? time;
  const sums = model.panels.map(({ parts }) => parts.reduce((sum, amounts) => sum + (amounts[bucket] ?? 0), 0));
  const cell = (panel: number, part: number) => {
    const amount = model.panels[panel]?.parts[part]?.[bucket] ?? Number.NaN;
    const sum = sums[panel] ?? 0;
    if (Number.isNaN(amount)) return { text: '–' };
    return { text: hoursText(amount), note: `${Math.round((amount / Math.max(sum, 1)) * 100)} %` };
  };
  const isThere = (part: number) => model.panels.some(({ parts }) => (parts[part]?.[bucket] ?? 0) > 0);
  // In the order of the stack, without empty parts.
  const rows = model.parts
    .map(({ name, mark }, part) => ({ name, mark, cells: model.panels.map((_, panel) => cell(panel, part)) }))
    .filter((_, part) => isThere(part))
    .toReversed();
  return {
    time: at,
    title: formatDate(at, model.timeForm, model),
    unit: model.panels[0]?.name ?? '',
    columns: model.panels.length > 1 ? model.panels.map(({ name }) => name) : [],
    rows,
    shades: [],
    dots: [],
  };
}
