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
  const html = existsSync(path) ? readFileSync(path, 'utf8') : null;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const wantsPage = request.method === 'GET' && !/\.[a-z0-9]{2,5}$/i.test(request.url.split('?', 1)[0] ?? '');
    if (html === null || !wantsPage) throw new Failure('RESOURCE_NOT_FOUND');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  };
};

/** Serves the built console's files. Their names hold a hash of what they hold, so browsers may keep them. */
export const serveConsole = async (http: Http, folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  await http.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = path.includes('/assets/');
      response.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
    },
  });
};
