import { useMemo, useState } from 'react';
import { MAX_SERIES } from '../../../ui/chart/model/chart-data.ts';

/** The reason why a series cannot be switched: three are shown, or it is the only one. */
type Refusal = 'most' | 'least';

/** The shown ids: the chosen ones that exist, else the first three. */
export function shownOf(ids: readonly number[], chosen: readonly number[] | undefined): number[] {
  const known = (chosen ?? []).filter((id) => ids.includes(id)).slice(0, MAX_SERIES);
  return known.length === 0 ? ids.slice(0, MAX_SERIES) : known;
}

/** The reason why an id cannot be switched on or off; null when it can. */
export function refusalOf(shown: readonly number[], id: number): Refusal | null {
  if (shown.includes(id)) return shown.length === 1 ? 'least' : null;
  return shown.length >= MAX_SERIES ? 'most' : null;
}

/** The ids with one switched on or off, if that is possible. */
export function toggled(shown: readonly number[], id: number): number[] {
  if (refusalOf(shown, id) !== null) return [...shown];
  return shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
}

/** Colours of the shown ids. An id keeps its colour while it is shown; a new one takes a free colour. */
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
  /** Everything that can be drawn; the first three are shown until others are chosen. */
  ids: readonly number[];
  /** The chosen ids, where the address holds them. */
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

/** The shown series, at most three, and their colours. */
export function useShownSeries({ ids, shown: given, onShown }: ShownSeriesProps): ShownSeries {
  const [own, setOwn] = useState<readonly number[]>();
  const [before, setHues] = useState<ReadonlyMap<number, number>>(new Map());
  const shown = useMemo(() => shownOf(ids, given ?? own), [ids, given, own]);
  const hues = huesOf(before, shown);
  // Colours are kept from one render to the next.
  if (hues !== before) setHues(hues);
  const toggle = (id: number) => (onShown ?? setOwn)(toggled(shown, id));
  return { ids, shown, hues, toggle };
}
