import { randomUUID } from 'node:crypto';
import { Server as TlsServer } from 'node:tls';
import zlib from 'node:zlib';
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
import type { ProxyRule } from '../net/trusted-proxies.ts';
import { createLongQuestions, type LongQuestions } from '../questions/long-questions.ts';
import { addApiPage } from './api-page.ts';
import { createServer, PATIENCE, type Patience } from './create-server.ts';
import { answerError } from './errors.ts';
import { Failure } from './failure.ts';
import { cleanForwarded } from './forwarded.ts';
import { type Authenticators, checkOrigin, createGuard, isApiPath } from './guard.ts';
import { createGzipStream } from './gzip-stream.ts';
import { type OpenApiOptions, registerOpenApi } from './open-api.ts';
import { parseBody } from './parse-body.ts';
import { shedLoad } from './shed-load.ts';

declare module 'fastify' {
  interface FastifyInstance {
    longQuestions: LongQuestions;
  }
}

export type Http = FastifyInstance;

export interface HttpOptions extends Authenticators, OpenApiOptions {
  log: Log;
  /** PEM; null: plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** Handles addresses without a route and outside the API, such as the console's own. */
  page?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Whether the name in a request's Host header means this server; default: any name. */
  isOwnHost?: (hostname: string) => boolean;
  /** Maximum number of connections; default: no limit. */
  connections?: ConnectionShare;
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto count; default: none. */
  isProxy?: ProxyRule;
  patience?: Patience;
  /** Called after each answer with its status. */
  onAnswer?: (status: number) => void;
  /** Event loop delay in milliseconds. */
  delayMs?: () => number;
  longQuestions?: LongQuestions;
}

/** Larger than any body of the API. */
const BODY_LIMIT = 256 * 1024;

/**
 * A server that does not listen yet. Add routes with `addRoute`; one of Fastify's own below API_BASE must set its
 * `config.access`.
 */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const http = create(options);
  http.decorate('longQuestions', options.longQuestions ?? createLongQuestions());
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
  if (options.isProxy) cleanForwarded(http, { isTls: options.tls !== null });
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
  // A person waits for it: the default level takes three times as long and saves a fifth. A complete answer that
  // compresses in one or two milliseconds needs no other thread: a stream and its threads take longer. All clients know
  // gzip; browsers that know more would get others, which take longer or are not known to every Node.
  await http.register(compress, {
    encodings: ['gzip'],
    threshold: 2_048,
    syncThreshold: 262_144,
    zlib: { ...zlib, createGzip: createGzipStream },
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

/** Uses another certificate for new connections of a server with TLS. */
export function replaceCertificate({ server }: Http, certificate: { cert: Buffer; key: Buffer }): void {
  if (server instanceof TlsServer) server.setSecureContext(certificate);
}

function create({ log, tls, connections, isProxy, patience = PATIENCE }: HttpOptions): Http {
  return Fastify({
    // Fastify's type expects its own logger interface, which was derived from pino's.
    loggerInstance: log as FastifyInstance['log'],
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    // Fastify's own compilers (ajv, fast-json-stringify) would need 3 MB, and no route uses them.
    schemaController: {
      compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
    },
    // Browsers keep unused connections open; closing must not wait for them.
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }: { url?: string | undefined }) => decodable(url),
    // The maximum length of an address: a route's schema reports an id that is too long.
    routerOptions: { maxParamLength: 16_384 },
    ...(isProxy && { trustProxy: (address: string) => isProxy(address) }),
    serverFactory: (handler) => createServer(handler, { log, tls, connections, patience, ...(isProxy && { isProxy }) }),
  });
}

/**
 * An address with broken percent-encoding would be answered before the guard; as literal text it is an unknown address.
 */
function decodable(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

function refuseSchema(): never {
  throw new Error('A schema is no zod schema');
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
  // Without TLS browsers ignore both headers, and complain about the second. Other hosts of the domain are not ours.
  hsts: isTls && { includeSubDomains: false },
  crossOriginOpenerPolicy: isTls,
});

/** Method, path, status. The query is not logged: it may contain names and misplaced secrets. */
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
