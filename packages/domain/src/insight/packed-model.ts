import { DAY_SLOTS } from './forecast.ts';
import { BAND_CELLS, type ForecastModel } from './forecast-model.ts';

/** The numbers of a model in ticks: `usual`, `low`, `high`. About a kilobyte, because each meter has some. */
export const PACKED_LENGTH = DAY_SLOTS + 2 * BAND_CELLS;
const NONE = -32_768;
const MAX = 32_767;

const pack = (value: number): number => (Number.isNaN(value) ? NONE : Math.round(Math.min(MAX, Math.max(-MAX, value))));

export function packModel({ usual, low, high }: Pick<ForecastModel, 'usual' | 'low' | 'high'>): Int16Array {
  const packed = new Int16Array(PACKED_LENGTH);
  for (let i = 0; i < DAY_SLOTS; i++) packed[i] = pack(usual[i] as number);
  for (let i = 0; i < BAND_CELLS; i++) {
    packed[DAY_SLOTS + i] = pack(low[i] as number);
    packed[DAY_SLOTS + BAND_CELLS + i] = pack(high[i] as number);
  }
  return packed;
}

export function unpackModel(packed: Int16Array): Pick<ForecastModel, 'usual' | 'low' | 'high'> {
  const all = new Float64Array(PACKED_LENGTH);
  for (let i = 0; i < PACKED_LENGTH; i++) {
    const value = packed[i] as number;
    all[i] = value === NONE ? Number.NaN : value;
  }
  return {
    usual: all.subarray(0, DAY_SLOTS),
    low: all.subarray(DAY_SLOTS, DAY_SLOTS + BAND_CELLS),
    high: all.subarray(DAY_SLOTS + BAND_CELLS),
  };
}
