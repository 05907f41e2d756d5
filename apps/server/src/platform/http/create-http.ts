import { randomUUID } from 'node:crypto';
import { API_BASE } from '@airdeck/contract/route';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Log } from '../log.ts';
import { addressGroup } from '../net/address-group.ts';
import type { ConnectionShare } from '../net/open-files.ts';
import { addApiPage } from './api-page.ts';
import { createServer, PATIENCE, type Patience } from './create-server.ts';
import { answerError } from './errors.ts';
import { Failure } from './failure.ts';
import { type Authenticators, checkOrigin, createGuard, isApiPath } from './guard.ts';
import { type OpenApiOptions, registerOpenApi } from './open-api.ts';
import { parseBody } from './parse-body.ts';
import { shedLoad } from './shed-load.ts';

export type Http = FastifyInstance;

export interface HttpOptions extends Authenticators, OpenApiOptions {
  log: Log;
  /** PEM; null speaks plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** Answers what no route and no API address matches, such as the console's own addresses. */
  page?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Whether the name in a request's Host means this server; any does unless said. */
  isOwnHost?: (hostname: string) => boolean;
  /** Connections at most; as many as come unless said. */
  connections?: ConnectionShare;
  patience?: Patience;
  /** Called after each answer with its status. */
  onAnswer?: (status: number) => void;
  /** By how many milliseconds the process is late. */
  delayMs?: () => number;
}

/** Larger than any body of the API. */
const BODY_LIMIT = 256 * 1024;

/**
 * A server that does not listen yet. Routes are added with `addRoute`; one of Fastify's own below API_BASE must name
 * its `config.access`.
 */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const http = create(options);
  http.decorateRequest('who', null);
  http.decorateRequest('scope', null);
  http.decorateRequest('wall', null);
  http.addHook('onRoute', refuseWithoutAccess);
  http.setErrorHandler(answerError);
  http.setSerializerCompiler(serializerCompiler);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) =>
    parseBody(body),
  );
  await http.register(helmet, helmetOptions(options.tls !== null));
  http.addHook('onRequest', async (request, reply) => {
    if (isApiPath(request.url)) reply.header('cache-control', 'no-store');
    if (options.isOwnHost?.(request.hostname ?? '') === false) throw new Failure('INVALID_HOST');
    checkOrigin(request);
  });
  shedLoad(http, options.delayMs);
  http.addHook('onRequest', createGuard(options));
  http.addHook('onResponse', async (request, reply) => {
    options.onAnswer?.(reply.statusCode);
    logRequest(options.log, request, reply);
  });
  await http.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => addressGroup(ip),
    errorResponseBuilder: () => new Failure('TOO_MANY_REQUESTS'),
  });
  // A person waits for it: the usual level takes three times as long and saves a fifth.
  // An answer that is complete and compressed in a fraction of a millisecond need not use other threads.
  await http.register(compress, {
    threshold: 2_048,
    syncThreshold: 32_768,
    zlibOptions: { level: 2, chunkSize: 65_536 },
  });
  await registerOpenApi(http, options);
  addApiPage(http);
  http.setNotFoundHandler(async (request, reply) => {
    if (options.page && !isApiPath(request.url)) return options.page(request, reply);
    throw new Failure('RESOURCE_NOT_FOUND');
  });
  return http;
}

function create({ log, tls, connections, patience = PATIENCE }: HttpOptions): Http {
  return Fastify({
    // Fastify's type wants its own logger interface; pino is what that interface was taken from.
    loggerInstance: log as FastifyInstance['log'],
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    // Browsers keep connections that they never used; closing must not wait for them.
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }: { url?: string | undefined }) => decodable(url),
    // As long as an address can be: what is too long for an id is for the route's schema to say.
    routerOptions: { maxParamLength: 16_384 },
    serverFactory: (handler) => createServer(handler, { log, tls, connections, patience }),
  });
}

/** An address with broken percent-encoding would be answered before the guard; made literal, it is merely unknown. */
function decodable(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

function refuseWithoutAccess({ url, config }: RouteOptions): void {
  if (url.startsWith(API_BASE) && !config?.access) throw new Error(`The route ${url} does not say who may call it`);
}

const helmetOptions = (isTls: boolean) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Emotion writes the console's styles into the page.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  frameguard: { action: 'deny' as const },
  // Browsers ignore both without TLS, and complain about the second. Other hosts of the domain are not ours.
  hsts: isTls && { includeSubDomains: false },
  crossOriginOpenerPolicy: isTls,
});

/** Who, what, how it went. The query stays out: it may hold names, and what was meant to be a secret. */
function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  log.info(
    {
      requestId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
      ...(request.who && { userId: request.who.userId }),
    },
    'request',
  );
}
