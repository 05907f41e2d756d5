import type { PurifierState, PurifierView } from '@airdeck/contract/purifier/schema';

/** From this share of its period on a filter is soon to be replaced. */
const SOON = 0.9;

export interface FilterUse {
  /** 1 to 3. */
  number: number;
  use_h: number;
  /** null when the device reports no period. */
  period_h: number | null;
  /** Share of the period, 1 and more is over it; null without a period. */
  share: number | null;
  level: 'fine' | 'soon' | 'over' | 'unknown';
}

function levelOf(share: number | null): FilterUse['level'] {
  if (share === null) return 'unknown';
  if (share >= 1) return 'over';
  return share >= SOON ? 'soon' : 'fine';
}

/** Use of each filter against its period of replacement. */
export function filterUses({ filter_use_h, filter_period_h }: PurifierState): FilterUse[] {
  const period_h = filter_period_h !== null && filter_period_h > 0 ? filter_period_h : null;
  return filter_use_h.map((use_h, i) => {
    const share = period_h === null ? null : use_h / period_h;
    return { number: i + 1, use_h, period_h, share, level: levelOf(share) };
  });
}

/** Text of a time of day as the specification writes it: `0930` is 09:30. */
export const clockText = (time: string): string => `${time.slice(0, 2)}:${time.slice(2)}`;

/** 0 is the most urgent: trouble, then a filter that is over, then silence, then never heard. */
export function urgency({ work_mode, stale, state }: PurifierView): number {
  if (state === null) return 3;
  if (stale) return 2;
  if (work_mode === 'TROUBLE') return 0;
  return filterUses(state).some(({ level }) => level === 'over') ? 1 : 4;
}

export const isRunning = ({ work_mode, stale }: PurifierView): boolean =>
  !stale && work_mode !== null && !['OFF', 'STOP', 'TROUBLE'].includes(work_mode);

export interface PurifierGroup {
  /** Of the meter. */
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

const worstOf = ({ purifiers }: PurifierGroup): number => Math.min(...purifiers.map(urgency));

/** Trouble first; equal groups are ordered by id. */
export const compareGroups = (a: PurifierGroup, b: PurifierGroup): number => worstOf(a) - worstOf(b) || a.id - b.id;
