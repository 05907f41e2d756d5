import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Failure } from './failure.ts';
import { isApiPath } from './guard.ts';

/** A mean delay that shows that the process no longer keeps up. */
const MAX_DELAY_MS = 1_000;
const SAMPLE_MS = 1_000;
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;
/** When to ask again, seconds. */
const RETRY_AFTER_S = 1;

/**
 * Milliseconds by which the process was late lately, on the mean: a single pause is over when it is seen, so the better
 * of the last two samples counts. Nothing in it opens a file, or can throw.
 */
const watchDelay = (http: FastifyInstance): (() => number) => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let [before, last] = [0, 0];
  const timer = setInterval(() => {
    before = last;
    if (histogram.count > 0) last = histogram.mean / NS_PER_MS - RESOLUTION_MS;
    histogram.reset();
  }, SAMPLE_MS).unref();
  http.addHook('onClose', async () => {
    clearInterval(timer);
    histogram.disable();
  });
  return () => Math.min(before, last);
};

/**
 * Refuses questions while the process does not keep up, so that it catches up: those that need a session. A client that
 * wants the console's own files, to log in or to know how it is, is always answered. Nothing of what is refused was done:
 * it may be sent again.
 */
export const shedLoad = (http: FastifyInstance, delayMs: () => number = watchDelay(http)): void => {
  http.addHook('onRequest', async (request, reply) => {
    const isFree = request.routeOptions.config.access === 'public' || !isApiPath(request.url);
    if (isFree || delayMs() <= MAX_DELAY_MS) return;
    reply.header('retry-after', RETRY_AFTER_S);
    throw new Failure('TOO_MANY_REQUESTS');
  });
};
