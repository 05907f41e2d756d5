import { expect, test } from 'vitest';
import { createFreshReads } from './fresh-reads.ts';

test('reads ask for a fresh answer for ten seconds after a write, also after one that failed', async () => {
  let time = 0;
  let fails = false;
  const asked: (string | null)[] = [];
  const send = createFreshReads(
    async (_, { headers }) => {
      if (fails) throw new TypeError('network');
      asked.push(new Headers(headers).get('cache-control'));
      return new Response();
    },
    () => time,
  );
  const read = () => send('/cards', { headers: { Accept: 'application/json' } });
  await read();
  fails = true;
  await send('/cards', { method: 'POST' }).catch(() => undefined);
  fails = false;
  await read();
  await send('/cards', { method: 'PUT' });
  time = 10_000;
  await read();
  time = 10_001;
  await read();
  expect(asked).toEqual([null, 'no-cache', null, 'no-cache', null]);
});
