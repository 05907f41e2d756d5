import type { MonthlyReport, RoomVentilation } from './monthly.ts';

interface RefusedRooms {
  refused: NonNullable<RoomVentilation['refused']>;
  names: string[];
}

/** Rooms without a rate, by the reason. */
export const refusedRooms = ({ ventilation }: Pick<MonthlyReport, 'ventilation'>): RefusedRooms[] => {
  const byReason = new Map<RefusedRooms['refused'], string[]>();
  for (const { refused, name } of ventilation ?? []) {
    if (refused !== null) byReason.set(refused, [...(byReason.get(refused) ?? []), name]);
  }
  return [...byReason].map(([refused, names]) => ({ refused, names }));
};
