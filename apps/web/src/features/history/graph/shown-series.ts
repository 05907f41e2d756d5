import { useMemo, useState } from 'react';
import { MAX_SERIES } from '../../../ui/chart/model/chart-data.ts';

/** Why one cannot be switched: three are on, or it is the only one. */
export type Refusal = 'most' | 'least';

/** What is on: what was chosen of what there is, else the first three. */
export function shownOf(ids: readonly number[], chosen: readonly number[] | undefined): number[] {
  const known = (chosen ?? []).filter((id) => ids.includes(id)).slice(0, MAX_SERIES);
  return known.length === 0 ? ids.slice(0, MAX_SERIES) : known;
}

/** Whether one can be switched on or off; why not otherwise. */
export function refusalOf(shown: readonly number[], id: number): Refusal | null {
  if (shown.includes(id)) return shown.length === 1 ? 'least' : null;
  return shown.length >= MAX_SERIES ? 'most' : null;
}

/** With one switched on or off; the same when it cannot be. */
export function toggled(shown: readonly number[], id: number): number[] {
  if (refusalOf(shown, id) !== null) return [...shown];
  return shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
}

/** Colours of what is on: who has one keeps it while it is on, and a new one takes a free one. */
export function huesOf(before: ReadonlyMap<number, number>, shown: readonly number[]): ReadonlyMap<number, number> {
  const kept = new Map([...before].filter(([id]) => shown.includes(id)));
  if (kept.size === before.size && kept.size === shown.length) return before;
  for (const id of shown) {
    if (kept.has(id)) continue;
    const taken = new Set(kept.values());
    let hue = 0;
    while (taken.has(hue)) hue++;
    kept.set(id, hue);
  }
  return kept;
}

export interface ShownSeriesProps {
  /** What can be drawn; the first three are, until something else is chosen. */
  ids: readonly number[];
  /** What is chosen, where the address holds it. */
  shown?: readonly number[] | undefined;
  onShown?: ((shown: number[]) => void) | undefined;
}

export interface ShownSeries {
  ids: readonly number[];
  shown: readonly number[];
  /** Colour of each that is shown: 0, 1, 2. */
  hues: ReadonlyMap<number, number>;
  toggle: (id: number) => void;
}

/** Which three of many are drawn, and in which colours. */
export function useShownSeries({ ids, shown: given, onShown }: ShownSeriesProps): ShownSeries {
  const [own, setOwn] = useState<readonly number[]>();
  const [before, setHues] = useState<ReadonlyMap<number, number>>(new Map());
  const shown = useMemo(() => shownOf(ids, given ?? own), [ids, given, own]);
  const hues = huesOf(before, shown);
  // A colour is kept from choice to choice.
  if (hues !== before) setHues(hues);
  const toggle = (id: number) => (onShown ?? setOwn)(toggled(shown, id));
  return { ids, shown, hues, toggle };
}
