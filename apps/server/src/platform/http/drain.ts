import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A load balancer notices within this time that its check fails. */
const NOTICE_MS = 3_000;
/** Time for requests that are being answered. */
const ANSWER_MS = 4_000;
const LOOK_MS = 50;

export interface HttpDrain {
  isDraining(): boolean;
  /** Resolves when a load balancer has noticed, and requests are answered. */
  start(): Promise<void>;
}

/**
 * Lets a load balancer move its requests to other processes before this one stops: requests are answered meanwhile, but
 * their connections are closed. `unanswered` is the number of open requests.
 */
export const createDrain = (
  http: FastifyInstance,
  unanswered: () => number,
  { noticeMs = NOTICE_MS, answerMs = ANSWER_MS }: { noticeMs?: number; answerMs?: number } = {},
): HttpDrain => {
  let isDraining = false;
  http.addHook('onRequest', async (_, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  return {
    isDraining: () => isDraining,
    async start() {
      isDraining = true;
      await wait(noticeMs);
      const end = performance.now() + answerMs;
      while (unanswered() > 0 && performance.now() < end) await wait(LOOK_MS);
    },
  };
};
