import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const MAX_TOLD = 20;

export interface OpenRequest {
  requestId: string;
  method: string;
  /** Without its query, which may contain names. */
  path: string;
}

export interface OpenRequests {
  newest(): OpenRequest[];
  /** Number of open requests, without streams of events, which have no end. */
  unanswered(): number;
}

const isStream = ({ raw }: FastifyReply): boolean =>
  String(raw.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** Tracks unanswered requests; call it before routes are added. */
export const followOpenRequests = (http: FastifyInstance): OpenRequests => {
  const open = new Map<FastifyRequest, FastifyReply>();
  http.addHook('onRequest', async (request, reply) => {
    open.set(request, reply);
    // Also when its client has disconnected.
    reply.raw.once('close', () => open.delete(request));
  });
  return {
    newest: () =>
      [...open.keys()]
        .slice(-MAX_TOLD)
        .map(({ id, method, url }) => ({ requestId: id, method, path: url.split('?', 1)[0] ?? '' })),
    unanswered: () => [...open.values()].filter((reply) => !isStream(reply)).length,
  };
};
