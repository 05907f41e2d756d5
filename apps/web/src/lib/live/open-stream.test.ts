import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backoffMs, MAX_SILENCE_MS, openStream, type StreamDeps } from './open-stream.ts';

/** Far beyond what a busy machine needs. */
const DEADLINE = { timeout: 60_000 };

interface Line {
  say(text: string): void;
  end(): void;
  aborted: boolean;
}

/** A server of streams: the test writes to each connection. */
function setUp(over: Partial<StreamDeps> = {}) {
  const lines: Line[] = [];
  const states: string[] = [];
  const data: string[] = [];
  const fetchStream: typeof fetch = async (_url, init) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const line: Line = {
      say: (text) => void writer.write(new TextEncoder().encode(text)),
      end: () => void writer.close(),
      aborted: false,
    };
    init?.signal?.addEventListener('abort', () => {
      line.aborted = true;
      void writer.abort().catch(() => undefined);
    });
    lines.push(line);
    return new Response(readable);
  };
  const close = openStream({
    url: '/live',
    fetch: fetchStream,
    headers: () => ({ Authorization: 'Bearer T' }),
    random: () => 0,
    onData: (message) => data.push(message),
    onState: (state) => states.push(state),
    onHeard: () => undefined,
    onRetry: () => () => undefined,
    onNetworkLost: () => () => undefined,
    onUnauthorized: () => states.push('unauthorized'),
    ...over,
  });
  return { lines, states, data, close };
}

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('messages arrive, also in pieces, and Hangul in halves', async () => {
  const { lines, data, states, close } = setUp();
  await pass();
  lines[0]?.say('data: {"a"');
  lines[0]?.say(':1}\n\ndata: 한글\n\n');
  await vi.waitFor(() => expect(data).toEqual(['{"a":1}', '한글']), DEADLINE);
  expect(states).toEqual(['connecting', 'open']);
  close();
  expect(states.at(-1)).toBe('idle');
});

test('a lost line is opened again', async () => {
  const { lines, states, close } = setUp();
  await pass();
  lines[0]?.end();
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'open', 'lost']), DEADLINE);
  await pass(backoffMs(0, 0));
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'open', 'lost', 'open']), DEADLINE);
  expect(lines).toHaveLength(2);
  close();
});

test('a silent line is given up', async () => {
  const { lines, states, close } = setUp();
  await pass();
  await vi.waitFor(() => expect(states.at(-1)).toBe('open'), DEADLINE);
  await pass(MAX_SILENCE_MS);
  expect(lines[0]?.aborted).toBe(true);
  close();
});

test('retries at once when the user asks for it', async () => {
  let retry: () => void = () => undefined;
  const onRetry = (listener: () => void) => {
    retry = listener;
    return () => undefined;
  };
  const { lines, states, close } = setUp({ onRetry });
  await pass();
  lines[0]?.end();
  await vi.waitFor(() => expect(states.at(-1)).toBe('lost'), DEADLINE);
  retry();
  await vi.waitFor(() => expect(states.at(-1)).toBe('open'), DEADLINE);
  close();
});

test('a network that goes takes the line with it, which would else seem to stand', async () => {
  let goAway: () => void = () => undefined;
  const onNetworkLost = (listener: () => void) => {
    goAway = listener;
    return () => undefined;
  };
  const { lines, states, close } = setUp({ onNetworkLost });
  await vi.waitFor(() => expect(states.at(-1)).toBe('open'), DEADLINE);
  goAway();
  expect(lines[0]?.aborted).toBe(true);
  await vi.waitFor(() => expect(states.at(-1)).toBe('lost'), DEADLINE);
  close();
});

test('closing stops for good', async () => {
  const { lines, close } = setUp();
  await pass();
  close();
  await pass(60_000);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.aborted).toBe(true);
});

test('reports a 401', async () => {
  const { states, close } = setUp({ fetch: async () => new Response('', { status: 401 }) });
  await vi.waitFor(() => expect(states).toContain('unauthorized'), DEADLINE);
  close();
});

test('waits double, stay below 15 s and are half random', () => {
  expect([0, 1, 2, 3].map((n) => backoffMs(n, 0))).toEqual([250, 500, 1000, 2000]);
  expect(backoffMs(50, 0.999)).toBeLessThan(15_000);
  expect(backoffMs(50, 0)).toBe(7_500);
});
