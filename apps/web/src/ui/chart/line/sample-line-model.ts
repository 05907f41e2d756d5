import { MINUTE_MS } from '../../../lib/clock.ts';
import type { ChartSeries } from '../model/chart-data.ts';
import type { LineModel } from './line-model.ts';

/** For tests: minutes from 1970 on, as many as there are values. */
export function sampleSeries({
  values = [],
  ...over
}: Partial<Omit<ChartSeries, 'values'>> & { values?: number[] } = {}): ChartSeries {
  return {
    name: '로비',
    hue: 0,
    earlier: 0,
    stepMs: MINUTE_MS,
    times: Float64Array.from(values, (_, i) => i * MINUTE_MS),
    values: Float64Array.from(values),
    ...over,
  };
}

/** For tests: ppm in UTC. */
export const sampleLineModel = (over: Partial<LineModel> = {}): LineModel => ({
  series: [],
  periods: [],
  usuals: [],
  difference: undefined,
  differenceName: '평소와의 차이',
  bandName: '지난 주의 범위',
  middleName: '평소',
  maintenance: [],
  maintenanceName: '점검 시간',
  unit: 'ppm',
  digits: 0,
  language: 'ko',
  timeZone: 'UTC',
  timeForm: 'minute',
  from: 0,
  to: 3_600_000,
  period: undefined,
  bands: undefined,
  ratingName: undefined,
  ...over,
});
