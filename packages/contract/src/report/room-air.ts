import type { MonthlyReport, RoomVentilation } from './monthly.ts';

/** Names of rooms in a line. */
const MAX_NAMES = 8;

interface RefusedRooms {
  refused: NonNullable<RoomVentilation['refused']>;
  /** The first ones; `more` follow. */
  names: string[];
  more: number;
}

/** Rooms without a rate, by the reason. */
export const refusedRooms = ({ ventilation }: Pick<MonthlyReport, 'ventilation'>): RefusedRooms[] => {
  const byReason = new Map<RefusedRooms['refused'], string[]>();
  for (const { refused, name } of ventilation ?? []) {
    if (refused !== null) byReason.set(refused, [...(byReason.get(refused) ?? []), name]);
  }
  return [...byReason].map(([refused, names]) => ({
    ...{ refused, names: names.slice(0, MAX_NAMES), more: Math.max(0, names.length - MAX_NAMES) },
  }));
};
