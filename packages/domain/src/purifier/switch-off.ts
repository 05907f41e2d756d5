import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import { fitLeastSquares } from '../insight/least-squares.ts';
import type { AirSample } from './effect.ts';

/** A switch-off test: a closed room with the purifier on high, and then without it. */
export const TEST_ON_MS = 30 * MINUTE_MS;
export const TEST_OFF_MS = 60 * MINUTE_MS;

/** HELPS and NO_EFFECT are certain at 95 %; CANNOT_TELL has a reason. */
export const TEST_VERDICTS = ['HELPS', 'NO_EFFECT', 'CANNOT_TELL'] as const;
/** TOO_FEW readings; CLEAN: too little dust to see it fall; UNCERTAIN: the interval allows for both. */
export const TEST_DOUBTS = ['TOO_FEW', 'CLEAN', 'UNCERTAIN'] as const;

export interface SwitchOffEffect {
  readonly verdict: (typeof TEST_VERDICTS)[number];
  readonly doubt: (typeof TEST_DOUBTS)[number] | null;
  /** Clean air of the purifier in room volumes an hour, with the ends of its 95 % interval; null: not computed. */
  readonly airChanges: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/** Share of the expected samples of each part. */
const LEAST_SHARE = 0.75;
const LEAST_SAMPLES = 10;
/** Mean of PM2.5, µg/m³, below which sensors show mostly their own noise. */
const LEAST_DUST = 5;
/** Less clean air than this, in room volumes an hour, is no help. */
const SMALL = 0.3;
/**
 * Residuals follow each other, and four fitted coefficients hide a part of that: intervals are this much wider. In
 * simulated rooms, those with people in them too, they then contain the truth in 80 to 100 % of tests, and at most 3 % of
 * useless purifiers seem to help.
 */
const HIDDEN_FACTOR = 2;
const LEAST_SPAN = 2;
const Z_95 = 1.96;

export interface SwitchOffTest {
  readonly start: number;
  /** When it was switched off. */
  readonly offTime: number;
  readonly end: number;
  readonly intervalS: number;
}

/** How many residuals that follow each other say as much as one: one and twice their correlations, up to the first below 0. */
const correlatedSpan = (residuals: readonly number[]): number => {
  const squares = residuals.reduce((sum, each) => sum + each ** 2, 0);
  let span = 1;
  for (let lag = 1; squares > 0 && lag < residuals.length / 2; lag++) {
    const products = residuals.reduce((sum, each, i) => sum + each * (residuals[i - lag] ?? 0), 0);
    if (products <= 0) break;
    span += (2 * products) / squares;
  }
  return Math.max(LEAST_SPAN, span);
};

const cannotTell = (doubt: SwitchOffEffect['doubt'], airChanges: SwitchOffEffect['airChanges'] = null) => ({
  ...{ verdict: 'CANNOT_TELL' as const, doubt, airChanges },
});

/**
 * The clean air of a purifier from PM2.5 of the room. In both parts dust enters at a rate S and leaves at a rate λ, and
 * with the purifier also at a rate κ: C′ = S − λC − κC. Integrated over time this is linear in all three, so that no
 * part has to be a pure decay: C(t) = C₀ + S t − λ ∫C − κ ∫C while on.
 */
export function switchOffEffect(samples: readonly AirSample[], test: SwitchOffTest): SwitchOffEffect {
  const { start, offTime, end, intervalS } = test;
  const known = samples.filter(({ time }) => time >= start && time < end);
  const isEnough = (from: number, to: number): boolean => {
    const count = known.filter(({ time }) => time >= from && time < to).length;
    return count >= Math.max(LEAST_SAMPLES, (LEAST_SHARE * (to - from)) / 1000 / intervalS);
  };
  if (!isEnough(start, offTime) || !isEnough(offTime, end)) return cannotTell('TOO_FEW');
  if (known.reduce((sum, { value }) => sum + value, 0) / known.length < LEAST_DUST) return cannotTell('CLEAN');
  let [all, on] = [0, 0];
  const points = known.map(({ time, value }, i) => {
    const before = known[i - 1];
    if (before) {
      const mean = (value + before.value) / 2;
      const whole = time - before.time;
      all += (mean * whole) / HOUR_MS;
      on += (mean * Math.max(0, Math.min(whole, offTime - before.time))) / HOUR_MS;
    }
    return { x: [1, (time - start) / HOUR_MS, -all, -on], y: value };
  });
  const fit = fitLeastSquares(points);
  const [value, error] = [fit?.coefficients[3], fit?.errors[3]];
  if (!fit || value === undefined || error === undefined) return cannotTell('UNCERTAIN');
  const margin = Z_95 * error * HIDDEN_FACTOR * Math.sqrt(correlatedSpan(fit.residuals));
  const airChanges = { value, low: value - margin, high: value + margin };
  if (airChanges.low > 0) return { verdict: 'HELPS', doubt: null, airChanges };
  if (airChanges.high < SMALL) return { verdict: 'NO_EFFECT', doubt: null, airChanges };
  return cannotTell('UNCERTAIN', airChanges);
}
