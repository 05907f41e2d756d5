import type { FastifyInstance, FastifyRequest } from 'fastify';

const MAX_TOLD = 20;

export interface OpenRequest {
  requestId: string;
  method: string;
  /** Without its query, which may contain names. */
  path: string;
}

/** Tracks unanswered requests; call it before routes are added. Returns the newest of them. */
export const followOpenRequests = (http: FastifyInstance): (() => OpenRequest[]) => {
  const open = new Set<FastifyRequest>();
  http.addHook('onRequest', async (request, reply) => {
    open.add(request);
    // Also when its client has disconnected.
    reply.raw.once('close', () => open.delete(request));
  });
  return () =>
    [...open]
      .slice(-MAX_TOLD)
      .map(({ id, method, url }) => ({ requestId: id, method, path: url.split('?', 1)[0] ?? '' }));
};
