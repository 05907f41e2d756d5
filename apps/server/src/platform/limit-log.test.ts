import { expect, it } from 'vitest';
import { limitLog } from './limit-log.ts';
import { createLog } from './log.ts';

it('writes so many lines in a minute, and says how many it left out', () => {
  const lines: { msg: string; left_out?: number }[] = [];
  let now = 0;
  const log = createLog({ destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  const say = limitLog(log, { lines: 2, monotonic: () => now });
  for (const message of ['a', 'b', 'c', 'd']) say('info', {}, message);
  now = 60_000;
  say('warn', {}, 'e');
  say('warn', {}, 'f');
  expect(lines.map(({ msg, left_out }) => [msg, left_out])).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['e', 2],
    ['f', undefined],
  ]);
});
