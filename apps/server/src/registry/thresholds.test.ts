import { DEFAULT_THRESHOLDS } from '@airdeck/domain/threshold';
import { expect, it } from 'vitest';
import { standardHistory } from './thresholds.ts';

const co2 = (organization_id: number | null, valid_from: string, bounds: number[]) => ({
  organization_id,
  type: 'CO2' as const,
  valid_from,
  bounds,
});
const named = ([good, normal, bad, very_bad]: number[]) => ({ good, normal, bad, very_bad });

it('returns the defaults when nothing is set', () => {
  expect(standardHistory([], 1)).toEqual([{ validFrom: '0001-01-01', thresholds: DEFAULT_THRESHOLDS }]);
});

it("overlays the defaults with the master's and the organization's thresholds, each from its day on", () => {
  const master = [500, 700, 900, 1200];
  const own = [450, 650, 850, 1100];
  const rows = [co2(null, '2026-03-01', master), co2(1, '2026-02-01', own), co2(2, '2026-01-01', [1, 2, 3, 4])];
  const history = standardHistory(rows, 1);
  expect(history.map(({ validFrom, thresholds }) => [validFrom, thresholds.CO2])).toEqual([
    ['2026-03-01', named(own)],
    ['2026-02-01', named(own)],
    ['0001-01-01', DEFAULT_THRESHOLDS.CO2],
  ]);
  expect(standardHistory(rows, 3)[0]?.thresholds.CO2).toEqual(named(master));
  expect(history[0]?.thresholds.PM10).toEqual(DEFAULT_THRESHOLDS.PM10);
});

it('falls back to the master from the day on which an organization removes its own', () => {
  const own = [450, 650, 850, 1100];
  const rows = [co2(1, '2026-02-01', own), { ...co2(1, '2026-03-01', own), bounds: null }];
  const history = standardHistory(rows, 1);
  expect(history.map(({ validFrom, thresholds }) => [validFrom, thresholds.CO2])).toEqual([
    ['2026-03-01', DEFAULT_THRESHOLDS.CO2],
    ['2026-02-01', named(own)],
    ['0001-01-01', DEFAULT_THRESHOLDS.CO2],
  ]);
});
