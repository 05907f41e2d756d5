import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleUser } from '../../testing/sample-user.ts';
import { findUser } from './find-user.ts';

const user = sampleUser();
const known = () => Response.json(user);
const status = (code: number) => () => new Response('{}', { status: code });
const cut = (): Response => {
  throw new TypeError('Failed to fetch');
};

let asked: number;
const answerWith = (...answers: (() => Response)[]): void => {
  asked = 0;
  vi.stubGlobal('fetch', async () => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? known;
    asked += 1;
    return answer();
  });
};
const found = async () => {
  const answer = findUser('a.b.c');
  await vi.runAllTimersAsync();
  return answer;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['known', [known], 1],
  ['known to a busy server', [status(429), status(503), known], 3],
  ['known after the network was cut', [cut, cut, known], 3],
])('the user of a token that is %s', async (_, answers, times) => {
  answerWith(...answers);
  expect(await found()).toEqual(user);
  expect(asked).toBe(times);
});

test.each([
  ['is not valid', status(401), 1],
  ['fails on the server', status(500), 1],
  ['is answered with something else', () => Response.json({ id: 1 }), 1],
  ['is answered without JSON', () => new Response('<html>'), 1],
  ['is never answered', cut, 6],
])('finds no user when a token %s', async (_, answer, times) => {
  answerWith(answer);
  expect(await found()).toBeNull();
  expect(asked).toBe(times);
});
