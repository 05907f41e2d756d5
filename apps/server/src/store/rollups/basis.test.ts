import { DEFAULT_THRESHOLDS } from '@airdeck/domain/threshold';
import { expect, test } from 'vitest';
import type { StandardHistory } from '../../registry/snapshot.ts';
import { changeOf } from './basis.ts';

const plain = { validFrom: '0001-01-01', thresholds: DEFAULT_THRESHOLDS };
const strict = { ...DEFAULT_THRESHOLDS, CO2: { good: 400, normal: 500, bad: 600, very_bad: 700 } };
const warm = { ...DEFAULT_THRESHOLDS, TEMPERATURE: { some_cold: 1, nice: 2, some_hot: 3, very_hot: 4 } };

const cases: [string, StandardHistory, StandardHistory, string | null][] = [
  ['nothing', [plain], [plain], null],
  ['one that begins', [plain], [{ validFrom: '2026-03-01', thresholds: strict }, plain], '2026-03-01'],
  ['one that is taken away', [{ validFrom: '2026-03-01', thresholds: strict }, plain], [plain], '2026-03-01'],
  [
    'one that begins earlier',
    [{ validFrom: '2026-03-01', thresholds: strict }, plain],
    [{ validFrom: '2026-02-01', thresholds: strict }, plain],
    '2026-02-01',
  ],
  ['comfort', [plain], [{ validFrom: '2026-03-01', thresholds: warm }, plain], null],
  ['the same said twice', [plain], [{ validFrom: '2026-03-01', thresholds: DEFAULT_THRESHOLDS }, plain], null],
];

test.each(cases)('%s', (_, before, now, from) => {
  const change = changeOf({ timeZone: 'Asia/Seoul', standards: before }, { timeZone: 'Asia/Seoul', standards: now });
  expect(change).toEqual(from === null ? null : { kind: 'standards', from });
});

test('another zone changes everything', () => {
  const standards = [plain];
  const change = changeOf({ timeZone: 'Asia/Seoul', standards }, { timeZone: 'Asia/Tokyo', standards });
  expect(change).toEqual({ kind: 'zone' });
});
