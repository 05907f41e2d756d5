import { expect, test } from 'vitest';
import { roundTicks } from './axis-option.ts';
import { periodText } from './period-text.ts';
import { pictureName } from './picture-name.ts';

test.each([
  ['CO₂ · 시간 평균', '2025-07-01 – 2025-07-31', 'CO₂ · 시간 평균 2025-07-01 – 2025-07-31.png'],
  ['PM2.5', '07/01/2025', 'PM2.5 07-01-2025.png'],
  ['a\\b:c*?"<>|\n', '2025-07-01 09:30', 'abc 2025-07-01 0930.png'],
])('a picture of %s in %s is called %s', (title, period, name) => {
  expect(pictureName(title, period)).toBe(name);
});

const at = (text: string) => Date.parse(`${text}+09:00`);
test.each([
  ['2025-07-01T00:00', '2025-07-02T00:00', 'ko', '2025-07-01'],
  ['2025-07-01T00:00', '2025-08-01T00:00', 'en', '07/01/2025 – 07/31/2025'],
  ['2025-07-01T00:00', '2025-07-01T09:30', 'ko', '2025-07-01 00:00 – 2025-07-01 09:30'],
] as const)('%s to %s in %s is %s', (from, to, language, text) => {
  expect(periodText({ from: at(from), to: at(to) }, { language, timeZone: 'Asia/Seoul' })).toBe(text);
});

test.each([
  [0, 100, [0, 20, 40, 60, 80]],
  [380, 1340, [400, 600, 800, 1000, 1200]],
  [-4, 31, [0, 10, 20, 30]],
  [0.011, 0.052, [0.02, 0.03, 0.04, 0.05]],
])('between %d and %d stand %j', (low, high, ticks) => {
  expect(roundTicks(low, high)).toEqual(ticks);
});
