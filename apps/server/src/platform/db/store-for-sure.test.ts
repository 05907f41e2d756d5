import fc from 'fast-check';
import { expect, it } from 'vitest';
import { storeForSure } from './store-for-sure.ts';

const error = (code: string): Error => Object.assign(new Error('made to fail'), { code });

/** Stores numbers; bad ones are refused, and otherwise the first attempts fail. */
const aStore = (bad: ReadonlySet<number>, failures: Error[] = []) => {
  const stored: number[] = [];
  const refused: number[] = [];
  const aborted = new AbortController();
  let tries = 0;
  return {
    stored,
    refused,
    aborted,
    tries: () => tries,
    how: {
      store: async (items: number[]) => {
        tries++;
        const failure = failures.shift();
        if (failure) throw failure;
        if (items.some((item) => bad.has(item))) throw error('22008');
        stored.push(...items);
      },
      refuse: (item: number) => refused.push(item),
      failed: () => undefined,
      random: () => 0,
      signal: aborted.signal,
    },
  };
};

it('stores everything once but what is refused, and ends soon', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.array(fc.nat(299), { maxLength: 5 }), async (size, bad) => {
      const items = Array.from({ length: size }, (_, i) => i);
      const store = aStore(new Set(bad));
      expect(await storeForSure(items, store.how)).toBe(true);
      expect(store.stored).toEqual(items.filter((item) => !bad.includes(item)));
      expect(store.refused).toEqual(items.filter((item) => bad.includes(item)));
      expect(store.tries()).toBeLessThanOrEqual(1 + 2 * bad.length * Math.ceil(Math.log2(size) + 1));
    }),
  );
});

it.each(['08006', '53100', '53200', '57014', '57P01', '58030', '40P01', 'ECONNREFUSED'])(
  'tries again after %s, and loses nothing',
  async (code) => {
    const store = aStore(new Set([2]), [error(code), error(code)]);
    expect(await storeForSure([1, 2, 3], store.how)).toBe(true);
    expect(store.stored).toEqual([1, 3]);
    expect(store.refused).toEqual([2]);
  },
);

it.each([error('22P05'), error('23503'), error('54000'), error('P0001'), new RangeError('not to be written')])(
  'does not try again what ended with %o',
  async (failure) => {
    const store = aStore(new Set(), [failure]);
    expect(await storeForSure([1], store.how)).toBe(true);
    expect(store.refused).toEqual([1]);
    expect(store.tries()).toBe(1);
  },
);

it('ends unstored when it is stopped, also in the middle of waiting', async () => {
  const store = aStore(
    new Set(),
    Array.from({ length: 100 }, () => error('08006')),
  );
  const how = { ...store.how, failed: () => store.aborted.abort() };
  expect(await storeForSure([1], how)).toBe(false);
  expect(store.tries()).toBe(1);
  expect(store.refused).toEqual([]);
});
