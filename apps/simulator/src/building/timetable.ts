import type { LocalTime } from './local-clock.ts';

/** From hour, to hour (of the local day), share of the room's people present. */
export type Stretch = readonly [from: number, to: number, share: number];

/** Presence of people by hour. Hours without an entry are empty. */
export interface Timetable {
  readonly weekday: readonly Stretch[];
  readonly saturday: readonly Stretch[];
  readonly sunday: readonly Stretch[];
  /** Share that remains during school holidays; without it there are no holidays. */
  readonly holidayShare?: number;
}

const MINUTES = 1440;
/** People arrive and leave within about ten minutes around the hour. */
const RAMP_MINUTES = 10;

/** Share of people by minute of the day, for each of the three kinds of days. */
export interface ShareTables {
  readonly weekday: Float64Array;
  readonly saturday: Float64Array;
  readonly sunday: Float64Array;
  readonly holidayShare: number;
}

function tableOf(stretches: readonly Stretch[]): Float64Array {
  const table = new Float64Array(MINUTES);
  for (const [from, to, share] of stretches) {
    for (let minute = from * 60 - RAMP_MINUTES / 2; minute < to * 60 + RAMP_MINUTES / 2; minute += 1) {
      const inside = Math.min(minute - from * 60, to * 60 - minute) / RAMP_MINUTES + 0.5;
      const at = (Math.floor(minute) + MINUTES) % MINUTES;
      table[at] = (table[at] ?? 0) + share * Math.min(1, inside);
    }
  }
  return table;
}

export function shareTables(timetable: Timetable): ShareTables {
  return {
    weekday: tableOf(timetable.weekday),
    saturday: tableOf(timetable.saturday),
    sunday: tableOf(timetable.sunday),
    holidayShare: timetable.holidayShare ?? 1,
  };
}

/** Korean schools: spring term from 2 March to 19 July, autumn term from 26 August to the end of the year. */
export function isSchoolTerm({ month, date }: Pick<LocalTime, 'month' | 'date'>): boolean {
  const day = month * 100 + date;
  return (day >= 302 && day <= 719) || day >= 826;
}

/** Share of the room's people that the timetable assigns, 0 to 1. */
export function shareAt(tables: ShareTables, local: Readonly<LocalTime>): number {
  const table = local.weekday === 0 ? tables.sunday : local.weekday === 6 ? tables.saturday : tables.weekday;
  const share = table[local.minute] ?? 0;
  return share === 0 || isSchoolTerm(local) ? share : share * tables.holidayShare;
}
