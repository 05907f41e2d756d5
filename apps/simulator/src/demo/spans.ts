import { DAY_MS } from '@airdeck/domain/duration';

/** A period of the past to be filled: from < time ≤ to, epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Periods that the screens need first: the last 24 hours, and the same day one, two and three weeks ago. */
const FIRST = [0, 7, 14, 21];

/** Splits the past between `from` and `to` into days of 24 hours, in filling order. */
export function orderedSpans(from: number, to: number): Span[] {
  const days = Math.max(0, Math.ceil((to - from) / DAY_MS));
  const rest = Array.from({ length: days }, (_, day) => day).filter((day) => !FIRST.includes(day));
  const order = [...FIRST.filter((day) => day < days), ...rest];
  return order.map((day) => ({ from: Math.max(from, to - (day + 1) * DAY_MS), to: to - day * DAY_MS }));
}
