import { backoffMs } from './backoff.ts';
import type { LiveState } from './live-state.ts';
import { createSseParser } from './sse-parser.ts';

/** The server says something, if only a comment, far more often: longer silence is a dead line. */
export const MAX_SILENCE_MS = 60_000;

export interface StreamDeps {
  url: string;
  fetch: typeof fetch;
  headers: () => Record<string, string>;
  random: () => number;
  onData: (data: string) => void;
  onState: (state: LiveState) => void;
  /** 401: asking again would not help. */
  onUnauthorized: () => void;
}

const delay = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
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
      feed(value);
    }
  } finally {
    clearTimeout(watchdog);
  }
}

/** One connection from its request to its end. The answer: whether it ever stood. */
async function connectOnce(deps: StreamDeps, stop: AbortSignal): Promise<boolean> {
  const line = new AbortController();
  let stood = false;
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
    // However a connection ends, another one follows.
  }
  return stood;
}

/** Keeps a live stream open, again and again, until the function that it returns is called. */
export function openStream(deps: StreamDeps): () => void {
  const stop = new AbortController();
  const run = async () => {
    deps.onState('connecting');
    for (let attempt = 0; ; attempt += 1) {
      const stood = await connectOnce(deps, stop.signal);
      if (stop.signal.aborted) return;
      if (stood) attempt = 0;
      deps.onState('lost');
      await delay(backoffMs(attempt, deps.random()), stop.signal);
      if (stop.signal.aborted) return;
    }
  };
  void run();
  return () => {
    stop.abort();
    deps.onState('idle');
  };
}
