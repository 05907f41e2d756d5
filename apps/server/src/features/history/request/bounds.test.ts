import { MAX_ROLLUP_ROWS } from '@airdeck/contract/history/bounds';
import { describe, expect, test } from 'vitest';
import { aSnapshot } from '../../../testing/snapshot.ts';
import { checkDays, checkRollupRows } from './bounds.ts';

/** The 1st in Honolulu, the 2nd in Seoul. */
const NOW = Date.parse('2026-03-01T20:00:00Z');
const zones = ['Pacific/Honolulu', 'Asia/Seoul'];
const { organizations } = aSnapshot(zones.map((timeZone, i) => ({ id: i + 1, timeZone, offices: [] })));

const faultOf = (from: string, to: string, ids: number[]) => {
  const chosen = ids.flatMap((id) => organizations.get(id) ?? []);
  try {
    checkDays({ from, to }, chosen, NOW);
  } catch (error) {
    return error;
  }
  return null;
};

test.each([
  ['2026-03-02', [1, 2], null],
  ['2026-03-02', [2], null],
  ['2026-03-02', [1], { startTime: 'FUTURE' }],
  ['2026-03-03', [1, 2], { startTime: 'FUTURE' }],
  ['2026-03-03', [], null],
])('%s is to come when it has begun in none of %j: %j', (day, ids, errors) => {
  const fault = faultOf(day, '2026-12-31', ids);
  if (errors) expect(fault).toMatchObject({ code: 'INVALID_PARAMETER', errors });
  else expect(fault).toBeNull();
});

test('rejects an end before the start', () => {
  expect(faultOf('2026-03-02', '2026-03-01', [2])).toMatchObject({ errors: { endTime: 'BEFORE_START' } });
  expect(faultOf('2026-03-01', '2026-03-01', [2])).toBeNull();
});

describe('rollup rows', () => {
  const year = { from: '2024-01-01', to: '2024-12-31' };
  const most = (rowsEach: number) => Math.floor(MAX_ROLLUP_ROWS / rowsEach);

  test.each([
    ['hour', 366],
    ['day', 12],
    ['month', 12],
    ['year', 12],
  ] as const)('by %s a leap year has %d of each item', (unit, rows) => {
    expect(() => checkRollupRows({}, most(rows), year, unit)).not.toThrow();
    expect(() => checkRollupRows({}, most(rows) + 1, year, unit)).toThrow('QUESTION_TOO_BIG');
  });
});
