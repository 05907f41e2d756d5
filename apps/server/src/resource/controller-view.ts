import type { ControllerView } from '@airdeck/contract/purifier/schema';
import { controlledBy } from '@airdeck/domain/control/controller';
import { WEEK_MS } from '@airdeck/domain/duration';
import type { ControllerRow } from './controller-queries.ts';

/** The end of a person's or a timetable's control: the end of the override or the next action of the timetable. */
const untilOf = ({ overridden_until, next_time }: ControllerRow, now: number): string | null => {
  const ends = [overridden_until, next_time]
    .flatMap((time) => (time === null ? [] : [Date.parse(time)]))
    // A timetable without an action in the next days looks again later; that time means nothing to people.
    .filter((time) => time > now && time - now <= WEEK_MS);
  return ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString();
};

/** What controls a purifier now, for the answers of the API. */
export const presentController = (row: ControllerRow, now: number): ControllerView => {
  const by = controlledBy(row.facts);
  if (by === 'PERSON') return { by, name: row.login, until: untilOf(row, now) };
  if (by === 'TIMETABLE') return { by, name: row.timetable, until: untilOf(row, now) };
  return { by, name: null, until: null };
};
