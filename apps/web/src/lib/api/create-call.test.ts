import { route } from '@airdeck/contract/route';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiFailure, type ErrorState, NO_ERROR } from '../failure.ts';
import { createStore } from '../store.ts';
import { type CallDeps, createCall, createDownload, createWatch, TIMEOUT_MS } from './create-call.ts';

const read = route({
  method: 'GET',
  path: '/things/:id',
  access: { action: 'read', entity: 'account' },
  summary: 'a thing',
  params: z.object({ id: z.string() }),
  query: z.object({ sort: z.array(z.string()).optional(), name: z.string().nullish() }),
  answer: z.object({ name: z.string() }),
});
const write = route({
  method: 'POST',
  path: '/things',
  access: { action: 'read', entity: 'account' },
  summary: 'a new thing',
  body: z.object({ name: z.string() }),
  answer: z.object({}),
});
const open = route({ method: 'GET', path: '/welcome', access: 'public', summary: 'hello', answer: z.object({}) });

const file = route({
  method: 'GET',
  path: '/file',
  access: { action: 'read', entity: 'account' },
  summary: 'a file',
  answer: z.string(),
});

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

function setUp(answer: () => Response | Promise<Response>, over: Partial<CallDeps> = {}) {
  const requests: { url: string; init: RequestInit }[] = [];
  const state = createStore<ErrorState>(NO_ERROR);
  const happened: string[] = [];
  const deps: CallDeps = {
    fetch: async (url, init = {}) => {
      requests.push({ url: String(url), init });
      return answer();
    },
    readToken: () => 'TOKEN',
    hasLogin: () => true,
    language: () => 'ko',
    ownMessage: (kind) => `own ${kind}`,
    errorState: state,
    onUnauthorized: () => happened.push('unauthorized'),
    onNoLogin: () => happened.push('no login'),
    onExpected: (_, ms) => happened.push(`expected ${ms}`),
    ...over,
  };
  const watch = createWatch(deps);
  return { call: createCall(deps), watch, download: createDownload(deps), requests, state, happened };
}

const failureOf = async (promise: Promise<unknown>): Promise<ApiFailure> => {
  const failure = await promise.then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(failure).toBeInstanceOf(ApiFailure);
  return failure as ApiFailure;
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a request as the specification wants it', async () => {
  const { call, requests } = setUp(() => json({ name: 'x' }));
  await expect(call(read, { params: { id: 3 }, query: { sort: ['a,ASC', 'b,DESC'], name: null } })).resolves.toEqual({
    name: 'x',
  });
  expect(requests[0]?.url).toBe('/api/v1/things/3?sort=a%2CASC&sort=b%2CDESC');
  const headers = new Headers(requests[0]?.init.headers);
  expect(headers.get('authorization')).toBe('Bearer TOKEN');
  expect(headers.get('accept-language')).toBe('ko');
  expect(headers.has('content-type')).toBe(false);
  expect(requests[0]?.init).toMatchObject({ method: 'GET', credentials: 'omit' });
});

test('a body is JSON; without a token there is no bearer', async () => {
  const { call, requests } = setUp(() => json({}), { readToken: () => null });
  await call(write, { body: { name: 'y' } });
  const headers = new Headers(requests[0]?.init.headers);
  expect(requests[0]?.init.body).toBe('{"name":"y"}');
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.has('authorization')).toBe(false);
});

test("the server's code and message fill the error state, and the next request resets it", async () => {
  const answers = [
    json({ code: 'INVALID_PARAMETER', message: '틀림', errors: { name: 'NAME' }, request_id: 'r-1' }, 400),
    json({}),
  ];
  const { call, state } = setUp(() => answers.shift() ?? json({}));
  const failure = await failureOf(call(write, { body: { name: '' } }));
  expect(failure).toMatchObject({ code: 'INVALID_PARAMETER', requestId: 'r-1', status: 400, kind: 'answer' });
  const filled = { isError: true, message: '틀림', code: 'INVALID_PARAMETER', errors: { name: 'NAME' } };
  expect(state.get()).toEqual(filled);
  await call(write, { body: { name: 'z' } });
  expect(state.get()).toEqual(NO_ERROR);
});

test.each([
  ['an answer that is no JSON', () => new Response('<html>', { status: 502 }), 'own unreadable', 502],
  ['an unknown code', () => json({ code: 'TEAPOT' }, 418), 'own unreadable', 418],
  ['a good status with garbage', () => new Response('<html>'), 'own unreadable', 200],
  ['no connection', () => Promise.reject(new TypeError('failed to fetch')), 'own network', null],
])('%s gets the client’s own code', async (_, answer, message, status) => {
  const { call, state } = setUp(answer);
  const failure = await failureOf(call(read, { params: { id: 1 } }));
  expect(failure).toMatchObject({ code: 'ERR_BAD_REQUEST', message, status });
  expect(state.get()).toMatchObject({ isError: true, code: 'ERR_BAD_REQUEST', message });
});

test('401 forgets the token and loads again', async () => {
  const { call, happened } = setUp(() => json({ code: 'EXPIRED_TOKEN', message: 'm', errors: {} }, 401));
  await failureOf(call(read, { params: { id: 1 } }));
  expect(happened).toEqual(['unauthorized']);
});

test('an answer without a login in the session goes to Login; a public one does not', async () => {
  const { call, happened } = setUp(() => json({}), { hasLogin: () => false });
  await call(open, {});
  expect(happened).toEqual([]);
  await call(read, { params: { id: 1 } });
  expect(happened).toEqual(['no login']);
});

test('a status that carries the answer too is no failure', async () => {
  const ready = route({ ...open, path: '/ready', alsoAnswers: 503 });
  const { call, state } = setUp(() => json({ problems: ['X'] }, 503));
  await expect(call(ready, {})).resolves.toEqual({ problems: ['X'] });
  expect(state.get()).toEqual(NO_ERROR);
  expect(await failureOf(call(open, {}))).toMatchObject({ status: 503 });
});

test('a background request leaves the failure of the last request as it was', async () => {
  const answers = [json({ code: 'RESOURCE_NOT_FOUND', message: 'm' }, 404), json({}), json({}, 500)];
  const { call, watch, state } = setUp(() => answers.shift() ?? json({}));
  await failureOf(call(read, { params: { id: 1 } }));
  await watch(open, {});
  await failureOf(watch(open, {}));
  expect(state.get().code).toBe('RESOURCE_NOT_FOUND');
});

const neverAnswers: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });

test('no headers for 30 s is a time-out', async () => {
  const { call } = setUp(() => json({}), { fetch: neverAnswers });
  const failure = failureOf(call(read, { params: { id: 1 } }));
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  expect(await failure).toMatchObject({ kind: 'timeout', message: 'own timeout' });
});

test('headers end the time-out: a slow body may take longer', async () => {
  const slowBody = () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        setTimeout(() => {
          controller.enqueue(new TextEncoder().encode('{"name":"late"}'));
          controller.close();
        }, TIMEOUT_MS * 3);
      },
    });
    return new Response(stream);
  };
  const { call } = setUp(slowBody);
  const answer = call(read, { params: { id: 1 } });
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS * 3);
  await expect(answer).resolves.toEqual({ name: 'late' });
});

test('a cancelled call is no failure', async () => {
  const { call, state } = setUp(() => json({}), { fetch: neverAnswers });
  const cancel = new AbortController();
  const answer = call(read, { params: { id: 1 }, signal: cancel.signal });
  cancel.abort();
  await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(state.get()).toEqual(NO_ERROR);
});

test('a download is the bytes as they came, asked for like anything else', async () => {
  const { download, requests } = setUp(() => new Response('가,나\n'));
  await expect((await download(file, {})).text()).resolves.toBe('가,나\n');
  expect(new Headers(requests[0]?.init.headers).get('authorization')).toBe('Bearer TOKEN');
});

test('a refused download says what the server said', async () => {
  const { download, state } = setUp(() => json({ code: 'QUESTION_TOO_BIG', message: 'm', request_id: 'r-2' }, 400));
  expect(await failureOf(download(file, {}))).toMatchObject({ code: 'QUESTION_TOO_BIG', requestId: 'r-2' });
  expect(state.get().code).toBe('QUESTION_TOO_BIG');
});

test('a download that breaks off is no file', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('half'));
      controller.error(new TypeError('terminated'));
    },
  });
  const { download } = setUp(() => new Response(broken));
  expect(await failureOf(download(file, {}))).toMatchObject({ kind: 'network', message: 'own network' });
});

test('a cancelled download is no failure', async () => {
  const cancel = new AbortController();
  const { download, state } = setUp(() => json({}), {
    fetch: async (_, init) => {
      const body = new ReadableStream({
        start: (controller) =>
          init?.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError'))),
      });
      return new Response(body);
    },
  });
  const answer = download(file, { signal: cancel.signal });
  await vi.advanceTimersByTimeAsync(0);
  cancel.abort();
  await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(state.get()).toEqual(NO_ERROR);
});

const busy = (retryAfter: string) => () =>
  new Response('{"code":"TOO_MANY_REQUESTS"}', { status: 429, headers: { 'retry-after': retryAfter } });

test('repeats a request that a busy server refused until it succeeds', async () => {
  const answers = [busy('1'), busy('1'), () => json({})];
  const { call, requests } = setUp(() => (answers.shift() ?? busy('1'))());
  const done = call(write, { body: { name: 'x' } });
  await vi.runAllTimersAsync();
  await expect(done).resolves.toEqual({});
  expect(requests.map(({ init }) => init.body)).toEqual(Array(3).fill('{"name":"x"}'));
});

test.each([
  ['that stays busy is reported after a while', write, '1', 5],
  ['that throttles this address is reported at once', write, '37', 1],
  ['that is only read from is asked again by the query', open, '1', 1],
])('a server %s', async (_, route, retryAfter, times) => {
  const { call, requests } = setUp(busy(retryAfter));
  const failure = failureOf(call(route as typeof write, { body: { name: 'x' } }));
  await vi.runAllTimersAsync();
  expect((await failure).code).toBe('TOO_MANY_REQUESTS');
  expect(requests).toHaveLength(times);
});

test('a request that waits for a busy server can be aborted', async () => {
  const { call, requests } = setUp(busy('1'), {
    fetch: async (_, init) => {
      init?.signal?.throwIfAborted();
      return busy('1')();
    },
  });
  const giveUp = new AbortController();
  const waiting = call(write, { body: { name: 'x' }, signal: giveUp.signal }).catch((cause) => cause);
  await vi.advanceTimersByTimeAsync(500);
  giveUp.abort();
  expect((await waiting).name).toBe('AbortError');
  expect(requests).toHaveLength(0);
});
