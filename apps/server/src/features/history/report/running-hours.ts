import type { DayRange } from '@airdeck/domain/range';
import type { RequestContext } from '../../../resource/request-context.ts';
import { openPurifierMinutes } from '../purifiers/purifier-minutes.ts';

const MINUTES_OF_HOUR = 60;
/** Purifiers in one report, over the months of a year. */
const MAX_ROWS = 13_000;

export interface RunningHours {
  purifierId: number;
  name: string;
  department_name: string;
  /** Hours in which it was on and not stopped; null: it reported nothing. */
  running_h: number | null;
}

/** How long the purifiers of an office ran. */
export const loadRunningHours = async (
  context: RequestContext,
  officeId: number,
  days: DayRange,
): Promise<RunningHours[]> => {
  const scope = { officeId, meterId: undefined, purifierId: undefined, workMode: undefined };
  const list = await openPurifierMinutes(context, {
    ...{ ...scope, unit: 'month', startTime: days.from, endTime: days.to, sort: [] },
  });
  const found = new Map<number, RunningHours>();
  for await (const rows of list.chunks(0, MAX_ROWS)) {
    for (const { purifier_id, purifier_name, department_name, minutes } of rows) {
      const known = found.get(purifier_id)?.running_h ?? null;
      const isKnown = Object.values(minutes).some((each) => each > 0);
      const ran = (minutes.AUTO + minutes.MANUAL) / MINUTES_OF_HOUR;
      const running_h = isKnown ? (known ?? 0) + ran : known;
      found.set(purifier_id, { purifierId: purifier_id, name: purifier_name, department_name, running_h });
    }
  }
  return [...found.values()].map((each) => ({
    ...each,
    running_h: each.running_h === null ? null : Math.round(each.running_h),
  }));
};
