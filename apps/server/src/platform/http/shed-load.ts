import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Failure } from './failure.ts';
import { isApiPath } from './guard.ts';

/** A mean delay that shows overload. */
const MAX_DELAY_MS = 1_000;
const SAMPLE_MS = 1_000;
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;
/** Value of Retry-After, seconds. */
const RETRY_AFTER_S = 1;

/**
 * Mean event loop delay of the last samples in milliseconds. A single pause is over when it is noticed, so the better
 * of the last two samples counts. It opens no file and cannot throw.
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
 * Refuses requests with a session while the process is overloaded, so that it catches up. Requests for the console's
 * files, login and health are always answered. A refused request had no effect and may be repeated.
 */
export const shedLoad = (http: FastifyInstance, delayMs: () => number = watchDelay(http)): void => {
  http.addHook('onRequest', async (request, reply) => {
    const isFree = request.routeOptions.config.access === 'public' || !isApiPath(request.url);
    if (isFree || delayMs() <= MAX_DELAY_MS) return;
    reply.header('retry-after', RETRY_AFTER_S);
    throw new Failure('TOO_MANY_REQUESTS');
  });
};
