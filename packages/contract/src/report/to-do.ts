import type { MonthlyReport, WorstRoom } from './monthly.ts';

/** Filters that are due within so many days are ordered now. */
export const FILTER_SOON_DAYS = 30;
/** Indexes that differ by less are about the same. */
const SAME_INDEX = 3;

export type ToDo =
  | { kind: 'ROOM'; room: WorstRoom; isLow: boolean }
  | { kind: 'VISITS'; count: number }
  | { kind: 'FILTERS'; count: number };

/** Whether the room's rule asks for at least its value. */
export const isLowRoom = ({ rules }: MonthlyReport, room: WorstRoom): boolean =>
  rules.find(({ code }) => code === room.rule)?.direction === 'AT_LEAST';

/** Acts after a month, most urgent first. */
export const toDoOf = (report: MonthlyReport): ToDo[] => {
  const { rooms, visits, purifiers } = report;
  const filters = purifiers.filter(({ filter_days }) => filter_days !== null && filter_days <= FILTER_SOON_DAYS).length;
  return [
    ...rooms.map((room): ToDo => ({ kind: 'ROOM', room, isLow: isLowRoom(report, room) })),
    ...(visits.length === 0 ? [] : [{ kind: 'VISITS', count: visits.length } as const]),
    ...(filters === 0 ? [] : [{ kind: 'FILTERS', count: filters } as const]),
  ];
};

export type Trend = 'better' | 'worse' | 'same' | 'unknown';

/** The month's index against an earlier one. A lower index is better air. */
export const trendOf = (now: number | null, then: number | null): Trend => {
  if (now === null || then === null) return 'unknown';
  if (Math.abs(now - then) < SAME_INDEX) return 'same';
  return now < then ? 'better' : 'worse';
};
