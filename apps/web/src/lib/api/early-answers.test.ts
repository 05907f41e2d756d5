import { expect, test } from 'vitest';
import { createEarlyAnswers } from './early-answers.ts';

const HEADERS = { authorization: 'Bearer TOKEN', 'accept-language': 'ko' };

function setUp() {
  const requests: { url: string; init: RequestInit }[] = [];
  let time = 0;
  const early = createEarlyAnswers(
    async (url, init) => {
      requests.push({ url, init });
      return new Response(String(requests.length));
    },
    () => time,
  );
  early.request('/cards', new Headers(HEADERS));
  const ask = async (init: RequestInit = {}) =>
    (await early.fetch('/cards', { method: 'GET', headers: HEADERS, ...init })).text();
  return { early, requests, ask, pass: (ms: number) => (time += ms) };
}

test('the first request of an address uses the early answer, the next one asks again', async () => {
  const { ask, requests } = setUp();
  expect(requests[0]).toMatchObject({ url: '/cards', init: { credentials: 'omit' } });
  expect(await ask()).toBe('1');
  expect(await ask()).toBe('2');
});

test.each([
  ['another user', { headers: { ...HEADERS, authorization: 'Bearer OTHER' } }],
  ['another language', { headers: { ...HEADERS, 'accept-language': 'en' } }],
  ['a write', { method: 'POST' }],
])('%s gets an answer of its own', async (_, init) => {
  expect(await setUp().ask(init)).toBe('2');
});

test('an early answer is used for 30 s', async () => {
  const { ask, pass } = setUp();
  pass(30_001);
  expect(await ask()).toBe('2');
});

test('a request that ends early also ends the early one', () => {
  const { early, requests } = setUp();
  const stop = new AbortController();
  void early.fetch('/cards', { method: 'GET', headers: HEADERS, signal: stop.signal });
  expect(requests[0]?.init.signal?.aborted).toBe(false);
  stop.abort();
  expect(requests[0]?.init.signal?.aborted).toBe(true);
});

test('the request that uses a failed early answer fails', async () => {
  const early = createEarlyAnswers(
    () => Promise.reject(new TypeError('failed to fetch')),
    () => 0,
  );
  early.request('/cards', new Headers(HEADERS));
  await expect(early.fetch('/cards', { method: 'GET', headers: HEADERS })).rejects.toThrow('failed to fetch');
});
