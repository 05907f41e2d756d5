/** What answers of one kind have cost: sums of a line of least squares, ms by cells. */
interface Sums {
  n: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
}

/** Weight of an answer when the next one is known. */
const FORGET = 0.9;

const observation = (cells: number, ms: number, weight = 1): Sums => ({
  n: weight,
  x: weight * cells,
  y: weight * ms,
  xx: weight * cells * cells,
  xy: weight * cells * ms,
});

const sum = (a: Sums, b: Sums, weight = 1): Sums => ({
  n: a.n * weight + b.n,
  x: a.x * weight + b.x,
  y: a.y * weight + b.y,
  xx: a.xx * weight + b.xx,
  xy: a.xy * weight + b.xy,
});

const NOTHING = observation(0, 0, 0);

/** A guess with little weight, until the first answers are known. It also keeps the line defined. */
const GUESS = sum(observation(0, 5, 0.1), observation(1_000, 200, 0.1));

export interface WorkCosts {
  /** Expected duration of an answer, ms. */
  estimate(kind: string, cells: number): number;
  note(kind: string, cells: number, ms: number): void;
}

/**
 * Learns how long answers of each kind take by their number of cells, on this machine and as busy as it is. A line fits
 * better than a cost per cell: large answers determine its slope and small ones its start, in any order.
 */
export const createWorkCosts = (): WorkCosts => {
  const kinds = new Map<string, Sums>();
  return {
    estimate(kind, cells) {
      const { n, x, y, xx, xy } = sum(kinds.get(kind) ?? NOTHING, GUESS);
      const slope = Math.max(0, (n * xy - x * y) / (n * xx - x * x));
      return Math.max(0, (y - slope * x) / n) + slope * cells;
    },
    note(kind, cells, ms) {
      kinds.set(kind, sum(kinds.get(kind) ?? NOTHING, observation(cells, ms), FORGET));
    },
  };
};
