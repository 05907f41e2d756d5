/** An hour of a room: its mean in the type's unit, above 0, and that of outdoor air; null: not known. */
export interface RoomHour {
  /** Local day, `YYYY-MM-DD`; days are compared, because hours of a day resemble each other. */
  readonly day: string;
  readonly isWeekend: boolean;
  /** On the wall clock, 0 to 23. */
  readonly hour: number;
  readonly value: number;
  readonly outdoor: number | null;
}

export const EFFECT_VERDICTS = ['LOWER', 'HIGHER', 'UNCHANGED', 'CANNOT_TELL'] as const;
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];

/** How a change shows in the air. Shares are relative to before: -0.3 is 30 % less. */
export interface ChangeEffect {
  readonly verdict: EffectVerdict;
  readonly change: number;
  /** Ends of its 95 % interval. */
  readonly low: number;
  readonly high: number;
  /** Days that are compared. */
  readonly daysBefore: number;
  readonly daysAfter: number;
  /** Whether outdoor air was taken into account; otherwise a change of weather looks like an effect. */
  readonly usesOutdoor: boolean;
}

const LEAST_DAYS = 5;
const LEAST_HOURS = 6;
/** An hour of the day counts where both periods have this many days with it. */
const LEAST_CELL_DAYS = 2;
/** An interval within this share on both sides of 0 says that nothing has changed. */
const SMALL = 0.1;
/**
 * Days resemble the day before, which makes means less certain than their number suggests. The estimate of few days is
 * too low, so it is at least this: more where the weather is not taken out.
 */
const LEAST_CORRELATION = { known: 0.2, unknown: 0.5 } as const;
const MOST_CORRELATION = 0.85;

const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

const cellOf = ({ isWeekend, hour }: RoomHour): number => (isWeekend ? 24 : 0) + hour;

/** Days and means of the logarithm by hour of the day. */
interface Cell {
  days: number;
  value: number;
  outdoor: number;
}

const cellsOf = (hours: readonly RoomHour[]): Map<number, Cell> => {
  const byCell = new Map<number, RoomHour[]>();
  for (const hour of hours) byCell.set(cellOf(hour), [...(byCell.get(cellOf(hour)) ?? []), hour]);
  return new Map(
    [...byCell].map(([cell, all]) => [
      cell,
      {
        days: new Set(all.map(({ day }) => day)).size,
        value: meanOf(all.map(({ value }) => Math.log(value))),
        outdoor: meanOf(all.map(({ outdoor }) => Math.log(outdoor ?? 1))),
      },
    ]),
  );
};

/** A day relative to what is usual at its hours before the change, as logarithms: indoors and outdoors. */
interface Day {
  readonly y: number;
  readonly x: number;
}

const daysOf = (hours: readonly RoomHour[], usual: ReadonlyMap<number, Cell>): Day[] => {
  const byDay = new Map<string, Day[]>();
  for (const hour of hours) {
    const cell = usual.get(cellOf(hour));
    if (!cell) continue;
    const own = { y: Math.log(hour.value) - cell.value, x: Math.log(hour.outdoor ?? 1) - cell.outdoor };
    byDay.set(hour.day, [...(byDay.get(hour.day) ?? []), own]);
  }
  return [...byDay]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, all]) =>
      all.length < LEAST_HOURS ? [] : [{ y: meanOf(all.map(({ y }) => y)), x: meanOf(all.map(({ x }) => x)) }],
    );
};

/** 97.5 % quantile of Student's t (Cornish–Fisher, within 4 % from two degrees of freedom on). */
const studentT = (freedom: number): number => {
  const z = 1.959_964;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
};

/** Correlation of each number with the one before, within each list; the mean of each is 0. */
const correlation = (lists: readonly (readonly number[])[]): number => {
  let [products, squares] = [0, 0];
  for (const list of lists) {
    for (const [i, each] of list.entries()) {
      squares += each ** 2;
      if (i > 0) products += each * (list[i - 1] as number);
    }
  }
  return squares === 0 ? 0 : products / squares;
};

const cannotTell = (daysBefore: number, daysAfter: number, usesOutdoor: boolean): ChangeEffect => ({
  ...{ verdict: 'CANNOT_TELL', change: 0, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY },
  ...{ daysBefore, daysAfter, usesOutdoor },
});

const verdictOf = (low: number, high: number): EffectVerdict => {
  if (high < 0) return 'LOWER';
  if (low > 0) return 'HIGHER';
  return low > -SMALL && high < SMALL ? 'UNCHANGED' : 'CANNOT_TELL';
};

/**
 * Compares a room before and after a change: the same hours of weekdays and weekends, on a logarithmic scale, with
 * outdoor air as a covariate where it is known for every hour. Days are the units; their autocorrelation widens the
 * interval.
 */
export function compareBeforeAfter(before: readonly RoomHour[], after: readonly RoomHour[]): ChangeEffect {
  const isMeasured = ({ value }: RoomHour): boolean => value > 0;
  const [hoursBefore, hoursAfter] = [before.filter(isMeasured), after.filter(isMeasured)];
  const usesOutdoor = [...hoursBefore, ...hoursAfter].every(({ outdoor }) => outdoor !== null && outdoor > 0);
  const later = cellsOf(hoursAfter);
  const usual = new Map(
    [...cellsOf(hoursBefore)].filter(
      ([cell, { days }]) => days >= LEAST_CELL_DAYS && (later.get(cell)?.days ?? 0) >= LEAST_CELL_DAYS,
    ),
  );
  const groups = [daysOf(hoursBefore, usual), daysOf(hoursAfter, usual)] as const;
  const [first, second] = groups;
  if (first.length < LEAST_DAYS || second.length < LEAST_DAYS)
    return cannotTell(first.length, second.length, usesOutdoor);
  const centres = groups.map((days) => ({ y: meanOf(days.map(({ y }) => y)), x: meanOf(days.map(({ x }) => x)) }));
  const [before0, after0] = [centres[0] as Day, centres[1] as Day];
  const centred = groups.map((days, i) =>
    days.map(({ x, y }) => ({ x: x - (centres[i]?.x ?? 0), y: y - (centres[i]?.y ?? 0) })),
  );
  const all = centred.flat();
  const sxx = usesOutdoor ? all.reduce((sum, { x }) => sum + x ** 2, 0) : 0;
  const slope = sxx === 0 ? 0 : all.reduce((sum, { x, y }) => sum + x * y, 0) / sxx;
  const residuals = centred.map((days) => days.map(({ x, y }) => y - slope * x));
  const moved = after0.x - before0.x;
  const difference = after0.y - before0.y - slope * moved;
  const freedom = all.length - 2 - (sxx === 0 ? 0 : 1);
  const variance = residuals.flat().reduce((sum, each) => sum + each ** 2, 0) / freedom;
  const least = usesOutdoor ? LEAST_CORRELATION.known : LEAST_CORRELATION.unknown;
  const rho = Math.min(
    MOST_CORRELATION,
    Math.max(least, correlation(residuals) + 1 / Math.min(first.length, second.length)),
  );
  const inflation = (1 + rho) / (1 - rho);
  const spread = inflation * (1 / first.length + 1 / second.length) + (sxx === 0 ? 0 : (inflation * moved ** 2) / sxx);
  const margin = studentT(Math.max(2, freedom / inflation)) * Math.sqrt(variance * spread);
  const [low, high] = [Math.expm1(difference - margin), Math.expm1(difference + margin)];
  return {
    ...{ verdict: verdictOf(low, high), change: Math.expm1(difference), low, high },
    ...{ daysBefore: first.length, daysAfter: second.length, usesOutdoor },
  };
}
