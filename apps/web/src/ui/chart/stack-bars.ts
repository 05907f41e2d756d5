import { firstFrom } from './find.ts';
import type { StackLook, StackPanel } from './stack-look.ts';
import type { View } from './view.ts';

/** A bar narrower than this is joined with its neighbours, px. */
const LEAST_BAR_PX = 4;

/** Bars of a view: where each stands, and for each panel and part `[time, share, time, share, …]`. */
export interface StackBars {
  /** How many buckets a bar stands for. */
  joined: number;
  panels: Float64Array[][];
}

function joinedBars(
  { starts, lengths }: StackLook,
  { parts }: StackPanel,
  first: number,
  last: number,
  joined: number,
) {
  return parts.map((amounts) => {
    const bars: number[] = [];
    for (let i = first; i < last; i += joined) {
      const end = Math.min(i + joined, last);
      let amount = 0;
      let length = 0;
      for (let k = i; k < end; k++) {
        const known = amounts[k] ?? Number.NaN;
        if (Number.isNaN(known)) continue;
        amount += known;
        length += lengths[k] ?? 0;
      }
      const middle = ((starts[i] ?? 0) + (starts[end - 1] ?? 0)) / 2;
      bars.push(middle, length === 0 ? Number.NaN : amount / length);
    }
    return Float64Array.from(bars);
  });
}

/** What is to be drawn of a view so many px wide. Many buckets are joined, always the same ones: nothing flickers. */
export function stackBars(look: StackLook, view: View, px: number): StackBars {
  const { starts, stepMs } = look;
  const perBar = (stepMs / (view.to - view.from)) * px;
  const joined = Math.max(1, Math.ceil(LEAST_BAR_PX / perBar));
  const first = Math.max(0, firstFrom(starts, view.from - stepMs) - 1);
  const last = Math.min(starts.length, firstFrom(starts, view.to + stepMs) + 1);
  const begin = first - (first % joined);
  return { joined, panels: look.panels.map((panel) => joinedBars(look, panel, begin, last, joined)) };
}
