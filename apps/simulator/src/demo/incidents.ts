import type { ErrorMessage } from '@airdeck/contract/protocol/message';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { mix, randomAt } from '../building/random.ts';
import type { Environment, Room } from '../building/room.ts';
import type { Source } from '../building/source.ts';
import type { Unusual } from '../building/step-room.ts';

/** Incidents of a building and its devices. */
type Trouble =
  /** All windows stay closed and the plant is off; afterwards all are opened. */
  | { readonly kind: 'WINDOWS_SHUT' }
  | { readonly kind: 'ACTIVITY'; readonly source: Source }
  /** A sensor reports a constant value. */
  | { readonly kind: 'STUCK'; readonly sensor: string; readonly value: number }
  /** The device reports an error, and its end. */
  | ({ readonly kind: 'ERROR' } & Pick<ErrorMessage, 'code' | 'sensor' | 'purifier' | 'detail'>);

interface When {
  /** Day of the local week, 0 = Sunday. */
  readonly weekdays: readonly number[];
  /** On such a day. */
  readonly chance: number;
  /** Earliest and latest start in hours of the day; it ends on the same day. */
  readonly hours: readonly [from: number, to: number];
  readonly minutes: readonly [least: number, most: number];
}

export type MeterTrouble = When & Trouble & { readonly meter: string };
/** The connection of a site's gateway is cut. */
export type GatewayTrouble = When & { readonly organization: string };

const SCHOOL_DAYS = [1, 2, 3, 4, 5];
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const CLASSROOM = { kind: 'WINDOWS_SHUT', weekdays: SCHOOL_DAYS, hours: [8.7, 9.1], minutes: [70, 95] } as const;
const LINE = { weekdays: EVERY_DAY, hours: [6, 21], minutes: [4, 9] } as const;

export const METER_TROUBLES: readonly MeterTrouble[] = [
  { ...CLASSROOM, meter: 'HB-5-1', chance: 0.3 },
  { ...CLASSROOM, meter: 'HB-3-2', chance: 0.3 },
  { ...CLASSROOM, meter: 'HB-1-2', chance: 0.2 },
  { ...CLASSROOM, meter: 'SC-IM-WAIT', chance: 0.3, hours: [9.5, 14], minutes: [50, 80] },
  {
    meter: 'SC-W502',
    kind: 'ACTIVITY',
    source: { kind: 'cooking', strength: 16 },
    weekdays: EVERY_DAY,
    chance: 0.25,
    hours: [11, 18],
    minutes: [25, 35],
  },
  {
    meter: 'HB-CARE',
    kind: 'ACTIVITY',
    source: { kind: 'cooking', strength: 12 },
    weekdays: SCHOOL_DAYS,
    chance: 0.25,
    hours: [14, 17],
    minutes: [25, 40],
  },
  {
    meter: 'SB-CONTROL',
    kind: 'ACTIVITY',
    source: { kind: 'cooking', strength: 11 },
    weekdays: EVERY_DAY,
    chance: 0.2,
    hours: [12, 21],
    minutes: [20, 30],
  },
  ...[
    { meter: 'SC-LOBBY', sensor: 'PM10:2', value: 23.4 },
    { meter: 'SB-ATRIUM', sensor: 'CO2:3', value: 612 },
    { meter: 'HB-GYM', sensor: 'PM2.5:2', value: 14.7 },
  ].map((each) => {
    const when = { weekdays: EVERY_DAY, chance: 0.12, hours: [7, 16], minutes: [150, 400] } as const;
    return { ...each, ...when, kind: 'STUCK' as const };
  }),
  ...[
    { meter: 'SB-PARK-A', code: 'M013', detail: 'RSSI -91 dBm', chance: 0.25, minutes: [20, 70] as const },
    { meter: 'SC-ER', code: 'M010', sensor: 'PM2.5', chance: 0.1, minutes: [30, 120] as const },
    { meter: 'HB-3-1', code: 'P009', purifier: 1, chance: 0.15, minutes: [6, 20] as const },
    { meter: 'SB-KIDS', code: 'P012', purifier: 1, chance: 0.1, minutes: [120, 360] as const },
    { meter: 'SC-W501', code: 'P001', purifier: 1, chance: 0.12, minutes: [8, 40] as const },
  ].map((each) => ({ ...each, kind: 'ERROR' as const, weekdays: EVERY_DAY, hours: [8, 17] as const })),
];

export const GATEWAY_TROUBLES: readonly GatewayTrouble[] = [
  { ...LINE, organization: '10000001', chance: 0.1 },
  { ...LINE, organization: '10000002', chance: 0.1 },
  { ...LINE, organization: '10000003', chance: 0.15 },
];

/** From ≤ time < to, epoch ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The fields of a meter that decide when its troubles occur. */
interface Troubled {
  readonly room: Room;
  readonly troubles: readonly MeterTrouble[];
}

/** When on the local day of `time` it comes; null: not on that day. */
function periodOn({ clock }: Environment, seed: number, when: When, time: number): Period | null {
  const { day, minute, weekday } = clock(time);
  if (!when.weekdays.includes(weekday) || randomAt(mix(seed, 31), day) >= when.chance) return null;
  const midnight = Math.floor(time / MINUTE_MS) - minute;
  const between = ([least, most]: readonly [number, number], salt: number): number =>
    least + (most - least) * randomAt(mix(seed, salt), day);
  const from = (midnight + Math.floor(60 * between(when.hours, 32))) * MINUTE_MS;
  return { from, to: from + Math.floor(between(when.minutes, 33)) * MINUTE_MS };
}

const periodOf = (run: Troubled, index: number, when: When, time: number): Period | null =>
  periodOn(run.room.environment, mix(run.room.seed, index), when, time);

const lasts = ({ from, to }: Period, time: number): boolean => time >= from && time < to;

/** How long all windows are open after they were closed. */
const AIRING_MS = 25 * MINUTE_MS;

/** Additional influences on the air of the meter's room. */
export function airTroubleAt(run: Troubled, time: number): { source: Source | null; unusual: Unusual | null } {
  let source: Source | null = null;
  let unusual: Unusual | null = null;
  for (const [i, trouble] of run.troubles.entries()) {
    if (trouble.kind !== 'ACTIVITY' && trouble.kind !== 'WINDOWS_SHUT') continue;
    const period = periodOf(run, i, trouble, time);
    if (period === null || time < period.from) continue;
    if (trouble.kind === 'ACTIVITY' && lasts(period, time)) source = trouble.source;
    if (trouble.kind === 'WINDOWS_SHUT' && time < period.to + AIRING_MS) {
      unusual = { windows: time < period.to ? 'SHUT' : 'OPEN', people: 0 };
    }
  }
  return { source, unusual };
}

/** The value of a stuck sensor; null: not stuck. */
export function stuckAt(run: Troubled, sensor: string, time: number): number | null {
  for (const [i, trouble] of run.troubles.entries()) {
    if (trouble.kind !== 'STUCK' || trouble.sensor !== sensor) continue;
    const period = periodOf(run, i, trouble, time);
    if (period !== null && lasts(period, time)) return trouble.value;
  }
  return null;
}

export type DeviceError = Extract<Trouble, { kind: 'ERROR' }>;

/** The errors that a device may report. */
export const errorsOf = ({ troubles }: Pick<Troubled, 'troubles'>): DeviceError[] =>
  troubles.filter((trouble) => trouble.kind === 'ERROR');

/** The errors of a device between two times, each with its period within them. */
export function errorsBetween(run: Troubled, from: number, to: number): (Period & { error: DeviceError })[] {
  return run.troubles.flatMap((trouble, i) => {
    if (trouble.kind !== 'ERROR') return [];
    return periodsBetween(from, to, (time) => periodOf(run, i, trouble, time)).map((period) => ({
      ...period,
      error: trouble,
    }));
  });
}

/** When the connection of a site's gateway is cut. */
export function cutsBetween(organization: string, environment: Environment, from: number, to: number): Period[] {
  return GATEWAY_TROUBLES.filter((trouble) => trouble.organization === organization).flatMap((trouble) =>
    periodsBetween(from, to, (time) => periodOn(environment, environment.seed, trouble, time)),
  );
}

/** The periods of all local days that overlap from ≤ time < to. */
function periodsBetween(from: number, to: number, periodAt: (time: number) => Period | null): Period[] {
  const periods = new Map<number, Period>();
  for (let time = from - DAY_MS; time < to + DAY_MS; time += DAY_MS) {
    const period = periodAt(time);
    if (period !== null && period.from < to && period.to > from) periods.set(period.from, period);
  }
  return [...periods.values()];
}
