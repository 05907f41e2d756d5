import { type Json, MAX_FACTS_BYTES } from './types.ts';

const encoder = new TextEncoder();

export const factsBytes = (json: Json): number => encoder.encode(JSON.stringify(json)).length;

/** The first items whose JSON fits beside `used` bytes of other facts. */
export const fitting = <T extends Json>(items: readonly T[], used: number): T[] => {
  let left = MAX_FACTS_BYTES - used;
  return items.filter((item) => {
    left -= factsBytes(item) + 1;
    return left >= 0;
  });
};
