import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from './create-http.ts';
import { Failure } from './failure.ts';
import { acceptedLanguage } from './language.ts';

const YEAR_S = 31_536_000;
/** Icons for browser tabs and installed consoles; not hashed, because browsers keep their addresses. */
const ICONS = ['favicon.svg', 'icon-180.png', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png'] as const;

/** The console's page: its router handles every address that is no file and no API path. */
export const consolePage = (folder: string) => {
  const path = join(folder, 'index.html');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const wantsPage = request.method === 'GET' && !/\.[a-z0-9]{2,5}$/i.test(request.url.split('?', 1)[0] ?? '');
    if (!wantsPage || !existsSync(path)) throw new Failure('RESOURCE_NOT_FOUND');
    // Read at each request: a rebuilt console has other file names.
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(readFileSync(path));
  };
};

/** The current names of the console's files, which contain hashes. Empty without a console. */
export const consoleBuild = (folder: string) => {
  const path = join(folder, 'index.html');
  let known = { time: Number.NaN, name: '' };
  return (): string => {
    const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (time === undefined) return '';
    if (time !== known.time) {
      known = { time, name: createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16) };
    }
    return known.name;
  };
};

/** Serves the built console's files. Names below /assets contain a hash of the content, so browsers may cache them. */
export const serveConsole = async (http: Http, folder: string): Promise<void> => {
  await http.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    cacheControl: false,
    // The build has compressed them (apps/web/scripts/precompress.ts).
    preCompressed: true,
    setHeaders: (response) => {
      response.setHeader('cache-control', `public, max-age=${YEAR_S}, immutable`);
      response.setHeader('vary', 'accept-encoding');
    },
  });
  for (const file of ICONS) {
    http.get(`/${file}`, { schema: { hide: true } }, (_, reply) => reply.sendFile(file, folder));
  }
  http.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) => {
    const language = acceptedLanguage(request.headers['accept-language']);
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .sendFile(`manifest.${language}.webmanifest`, folder);
  });
  http.get('/service-worker.js', { schema: { hide: true } }, (_, reply) =>
    reply.header('cache-control', 'no-cache').sendFile('service-worker.js', folder),
  );
};
