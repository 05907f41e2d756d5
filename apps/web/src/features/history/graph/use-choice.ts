import { useMemo, useState } from 'react';
import { huesOf, shownOf, toggled } from './choice.ts';

export interface ChoiceProps {
  /** What can be drawn; the first three are, until something else is chosen. */
  ids: readonly number[];
  /** What is chosen, where the address holds it. */
  shown?: readonly number[] | undefined;
  onShown?: ((shown: number[]) => void) | undefined;
}

export interface Choice {
  ids: readonly number[];
  shown: readonly number[];
  /** Colour of each that is shown: 0, 1, 2. */
  hues: ReadonlyMap<number, number>;
  toggle: (id: number) => void;
}

/** Which three of many are drawn, and in which colours. */
export function useChoice({ ids, shown: given, onShown }: ChoiceProps): Choice {
  const [own, setOwn] = useState<readonly number[]>();
  const [before, setHues] = useState<ReadonlyMap<number, number>>(new Map());
  const shown = useMemo(() => shownOf(ids, given ?? own), [ids, given, own]);
  const hues = huesOf(before, shown);
  // A colour is kept from choice to choice.
  if (hues !== before) setHues(hues);
  const toggle = (id: number) => (onShown ?? setOwn)(toggled(shown, id));
  return { ids, shown, hues, toggle };
}
