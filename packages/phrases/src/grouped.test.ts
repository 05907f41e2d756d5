import { expect, it } from 'vitest';
import { grouped } from './grouped.ts';

it.each([0, 7, 999, 1_000, 20_000, 100_000, 1_234_567])('writes %i as Intl does in both languages', (count) => {
  for (const language of ['ko', 'en']) expect(grouped(count)).toBe(count.toLocaleString(language));
});
