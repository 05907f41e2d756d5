import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';

// The workload on which every store of this project has been measured: values that change like indoor air and are
// rounded like reports. One random sequence (seed 42) runs through all of it, day by day, meter by meter, minute by
// minute; a process that generates a part jumps to its place in the sequence.

const LOW = [2, 1, 1, 400, 16, 20, 0.005];
const HIGH = [160, 90, 70, 2500, 31, 85, 0.2];
const STEP = [2, 1.2, 1, 18, 0.1, 0.4, 0.002];
/** Reported digits; the store keeps more for some types. */
const DIGITS = [0, 1, 1, 0, 1, 1, 3];
const STORED_DIGITS = SENSOR_TYPES.map((type) => SENSOR_TYPE_INFO[type].digits);
export const CHANNELS = 7;

const SEED = 42;
const FACTOR = 1_664_525;
const SUMMAND = 1_013_904_223;
const RANGE = 4_294_967_296;

/** The seed after a number of further random numbers. */
const jump = (seed: number, count: number): number => {
  let [factor, summand, left] = [FACTOR, SUMMAND, count];
  let at = seed;
  for (; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) at = (Math.imul(at, factor) + summand) >>> 0;
    summand = (Math.imul(summand, factor) + summand) >>> 0;
    factor = Math.imul(factor, factor);
  }
  return at;
};

export interface Walk {
  /**
   * Ticks of a meter's next `minutes`, channel by channel: all meters take days in order, and all days of a dataset
   * have the same length. `before`: minutes of all days before this one.
   */
  next(meter: number, minutes: number, before: number): number[][];
}

export const createWalk = (meters: number): Walk => {
  const state = new Float64Array(meters * CHANNELS);
  let seed = SEED;
  for (let i = 0; i < state.length; i++) {
    seed = (Math.imul(seed, FACTOR) + SUMMAND) >>> 0;
    const [low, high] = [LOW[i % CHANNELS] as number, HIGH[i % CHANNELS] as number];
    state[i] = low + (high - low) * 0.3 * (seed / RANGE);
  }
  const first = seed;
  return {
    next(meter, minutes, before) {
      let at = jump(first, (meters * before + meter * minutes) * CHANNELS);
      const columns = DIGITS.map(() => new Array<number>(minutes));
      for (let minute = 0; minute < minutes; minute++) {
        for (let k = 0; k < CHANNELS; k++) {
          at = (Math.imul(at, FACTOR) + SUMMAND) >>> 0;
          const moved = (state[meter * CHANNELS + k] as number) + (at / RANGE - 0.5) * 2 * (STEP[k] as number);
          const value = Math.min(HIGH[k] as number, Math.max(LOW[k] as number, moved));
          state[meter * CHANNELS + k] = value;
          (columns[k] as number[])[minute] = Math.round(value * (SCALE[k] as number)) * (MORE[k] as number);
        }
      }
      return columns;
    },
  };
};

const SCALE = DIGITS.map((digits) => 10 ** digits);
const MORE = DIGITS.map((digits, k) => 10 ** ((STORED_DIGITS[k] as number) - digits));
