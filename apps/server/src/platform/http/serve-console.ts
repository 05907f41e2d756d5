import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from './create-http.ts';
import { Failure } from './failure.ts';

const YEAR_S = 31_536_000;

/** The console's own page: every address that is no file and no API path is for its router to answer. */
export const consolePage = (folder: string) => {
  const path = join(folder, 'index.html');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const wantsPage = request.method === 'GET' && !/\.[a-z0-9]{2,5}$/i.test(request.url.split('?', 1)[0] ?? '');
    if (!wantsPage || !existsSync(path)) throw new Failure('RESOURCE_NOT_FOUND');
    // Read each time: a console that is built anew names other files.
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(readFileSync(path));
  };
};

/** Serves the built console's files. Names below /assets hold a hash of what they hold, so browsers may keep them. */
export const serveConsole = async (http: Http, folder: string): Promise<void> => {
  await http.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    cacheControl: false,
    setHeaders: (response) => response.setHeader('cache-control', `public, max-age=${YEAR_S}, immutable`),
  });
  http.get('/favicon.svg', { schema: { hide: true } }, (_, reply) => reply.sendFile('favicon.svg', folder));
};
