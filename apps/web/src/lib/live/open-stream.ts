import type { LiveState } from './live-state.ts';

/**
 * Parses a text/event-stream: call it with each received chunk, it calls back with the data of each message. This
 * server uses no event names or ids; comments only show that the connection is alive.
 */
export function createSseParser(onData: (data: string) => void): (chunk: string) => void {
  let rest = '';
  let data: string[] = [];
  const readLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'));
      data = [];
    } else if (line.startsWith('data:')) {
      data.push(line.slice(line[5] === ' ' ? 6 : 5));
    }
  };
  return (chunk) => {
    const text = rest + chunk;
    // A carriage return at the end may be half of a line break, and is kept for the next chunk.
    const usable = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = usable.split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + text.slice(usable.length);
    for (const line of lines) readLine(line);
  };
}

const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;

/**
 * Delay before attempt number `attempt` (0 is the first one after a loss): doubling up to 15 s, half of it random, so
 * that consoles do not reconnect all at once after a restart of the server. `random` is 0 ≤ r < 1.
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** Math.min(attempt, 10));
  return full / 2 + (full / 2) * random;
}

/** The server sends at least a comment far more often. A longer silence means a dead connection. */
export const MAX_SILENCE_MS = 60_000;

export interface StreamDeps {
  url: string;
  fetch: typeof fetch;
  headers: () => Record<string, string>;
  random: () => number;
  onData: (data: string) => void;
  onState: (state: LiveState) => void;
  /** Called for each received chunk, comments included. */
  onHeard: () => void;
  /** Calls back when a retry is requested at once; returns a function that unsubscribes. */
  onRetry: (listener: () => void) => () => void;
  /** Calls back when the network is lost, so that the connection is closed; returns a function that stops it. */
  onNetworkLost: (listener: () => void) => () => void;
  /** Called on 401, when a retry would not help. */
  onUnauthorized: () => void;
}

const delay = (ms: number, signal: AbortSignal, onRetry: StreamDeps['onRetry']) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      forget();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const forget = onRetry(end);
    signal.addEventListener('abort', end);
  });

async function readBody(deps: StreamDeps, body: ReadableStream<Uint8Array>, line: AbortController): Promise<void> {
  const feed = createSseParser(deps.onData);
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  try {
    while (true) {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => line.abort(), MAX_SILENCE_MS);
      const { done, value } = await reader.read();
      if (done) return;
      deps.onHeard();
      feed(value);
    }
  } finally {
    clearTimeout(watchdog);
  }
}

/** One connection from its request to its end. Returns whether it was ever open. */
async function connectOnce(deps: StreamDeps, stop: AbortSignal): Promise<boolean> {
  const line = new AbortController();
  let stood = false;
  const forget = deps.onNetworkLost(() => line.abort());
  try {
    const response = await deps.fetch(deps.url, {
      headers: { Accept: 'text/event-stream', ...deps.headers() },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([stop, line.signal]),
    });
    if (response.status === 401) deps.onUnauthorized();
    if (!response.ok || response.body === null) return false;
    stood = true;
    deps.onState('open');
    await readBody(deps, response.body, line);
  } catch {
    // Reconnects after any end.
  } finally {
    forget();
  }
  return stood;
}

/** Keeps a live stream open, reconnecting forever. Returns a function that closes it. */
export function openStream(deps: StreamDeps): () => void {
  const stop = new AbortController();
  const run = async () => {
    deps.onState('connecting');
    for (let attempt = 0; ; attempt += 1) {
      const stood = await connectOnce(deps, stop.signal);
      if (stop.signal.aborted) return;
      if (stood) attempt = 0;
      deps.onState('lost');
      await delay(backoffMs(attempt, deps.random()), stop.signal, deps.onRetry);
      if (stop.signal.aborted) return;
    }
  };
  void run();
  return () => {
    stop.abort();
    deps.onState('idle');
  };
}
