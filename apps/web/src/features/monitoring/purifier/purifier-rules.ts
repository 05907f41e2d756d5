import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { type FilterLives, reportedFilters, worstFilter } from '../../../lib/purifier/filter-rules.ts';

/** 0 is the most urgent: trouble, then an expired filter, then silent, then never reported. */
export function urgency({ id, work_mode, stale, state }: PurifierView, lives: FilterLives): number {
  if (state === null) return 3;
  if (stale) return 2;
  if (work_mode === 'TROUBLE') return 0;
  return worstFilter(lives.get(id) ?? reportedFilters(state))?.level === 'EXPIRED' ? 1 : 4;
}

/** The most urgent first, and equal ones as they were. */
export const worstFirst = (purifiers: readonly PurifierView[], lives: FilterLives): PurifierView[] =>
  purifiers.toSorted((a, b) => urgency(a, lives) - urgency(b, lives));

export interface PurifierGroup {
  /** Id of the meter. */
  id: number;
  name: string;
  /** Organization, office, department. */
  above: string[];
  purifiers: PurifierView[];
}

/** Purifiers grouped by their meter, in the given order. */
export function groupByMeter(purifiers: readonly PurifierView[]): PurifierGroup[] {
  const groups = new Map<number, PurifierGroup>();
  for (const purifier of purifiers) {
    const { meter_id, meter_name, organization_name, office_name, department_name } = purifier;
    const group = groups.get(meter_id) ?? {
      id: meter_id,
      name: meter_name,
      above: [organization_name, office_name, department_name],
      purifiers: [],
    };
    group.purifiers.push(purifier);
    groups.set(meter_id, group);
  }
  return [...groups.values()];
}

const worstOf = ({ purifiers }: PurifierGroup, lives: FilterLives): number =>
  Math.min(...purifiers.map((purifier) => urgency(purifier, lives)));

/** Trouble first; equal groups are ordered by id. */
export const compareGroups =
  (lives: FilterLives) =>
  (a: PurifierGroup, b: PurifierGroup): number =>
    worstOf(a, lives) - worstOf(b, lives) || a.id - b.id;
