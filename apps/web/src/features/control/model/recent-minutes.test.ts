import { expect, it } from 'vitest';
import { recentMinutes } from './recent-minutes.ts';

it('has the mean of each minute up to now, and gaps where nothing was measured', () => {
  const points = { times: [0, 540, 545, 660, 719, 720], values: [99, 10, 20, 7, 8, 99] };
  expect(recentMinutes(points, 719, 4)).toEqual([null, 15, null, 7.5]);
});
