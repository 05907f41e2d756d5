import { expect, test } from 'vitest';
import { pictureName } from './chart-tools.tsx';

test.each([
  ['CO₂ · 시간 평균', '2025-07-01 – 2025-07-31', 'CO₂ · 시간 평균 2025-07-01 – 2025-07-31.png'],
  ['PM2.5', '07/01/2025', 'PM2.5 07-01-2025.png'],
  ['a\\b:c*?"<>|\n', '2025-07-01 09:30', 'abc 2025-07-01 0930.png'],
  ['가'.repeat(200), '2025-07-14', `${'가'.repeat(90)} 2025-07-14.png`],
])('a picture of %s in %s is called %s', (title, period, name) => {
  expect(pictureName(title, period)).toBe(name);
});
