import type { ErrorCode } from '@airdeck/contract/error/code';
import { errorAnswer } from '@airdeck/contract/error/schema';
import { API_BASE, type Route } from '@airdeck/contract/route';
import type { Scope } from '@airdeck/domain/policy/may';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Question } from '../questions/long-questions.ts';
import type { Http } from './create-http.ts';
import { answerLong, type JsonText } from './long-answer.ts';
import { strict } from './strict.ts';
import { compileValidator } from './validate.ts';
import type { Editor, WallViewer, Who } from './who.ts';

/** Marks an operation that answers a long question, until the document of the API is written. */
export const ANSWERS_EARLY = 'x-answers-early';

/** Input of a public route's handler, validated and typed by the contract route's schemas. */
export interface PublicCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A request with a session. */
export interface SessionRequest {
  request: FastifyRequest;
  who: Who;
  /**
   * The rows that the policy allows `who` to reach with this route: every list, look-up and change is limited to them.
   */
  scope: Scope;
}

export interface Call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>
  extends PublicCall<P, Q, B>,
    SessionRequest {
  editor: Editor;
}

/** A request of a long question. */
export interface LongCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> extends Call<P, Q, B> {
  question: Question;
}

/**
 * Properties that the answer's schema does not have are removed. A reply is for answers that the handler sends itself.
 */
type Answer<A extends z.ZodType> = z.output<A> | FastifyReply | Promise<z.output<A> | FastifyReply>;

export interface RouteSettings {
  /** The error for a malformed parameter in the address; RESOURCE_NOT_FOUND by default. */
  notFound?: ErrorCode;
  /** Requests a minute from one address; further ones get TOO_MANY_REQUESTS. */
  perMinute?: number;
  /** Maximum size of the body in bytes, if it is not the usual one. */
  bodyLimit?: number;
  /** Answers with a file that is sent while it is generated: not compressed, and not generated for a HEAD request. */
  isFile?: boolean;
}

/** Adds a route that needs a session. Validation, guard, answer and documentation come from the contract route. */
export function addRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  http: Http,
  route: Route<P, Q, B, A>,
  handle: (call: Call<P, Q, B>) => Answer<A>,
  settings: RouteSettings = {},
): void {
  if (typeof route.access === 'string') throw new Error(`${route.path} needs no session: add it with another function`);
  if (route.isLong) throw new Error(`${route.path} is long: add it with addLongRoute`);
  add(http, route, settings, (request, reply) => handle(sessionCallOf<P, Q, B>(request, reply)));
}

/** Adds a route that needs a session, and whose answer can take long. */
export function addLongRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  http: Http,
  route: Route<P, Q, B, A>,
  handle: (call: LongCall<P, Q, B>) => Answer<A> | JsonText | Promise<z.output<A> | JsonText>,
  settings: RouteSettings = {},
): void {
  if (!route.isLong) throw new Error(`${route.path} is not long: add it with addRoute`);
  const { isFile = false } = settings;
  add(http, route, settings, (request, reply) => {
    const call = sessionCallOf<P, Q, B>(request, reply);
    const question = http.longQuestions.open({ person: call.who.userId, kind: route.path, isFile });
    return answerLong({ request, reply, question, isFile }, async () => handle({ ...call, question }));
  });
}

/** Adds a public route. */
export function addPublicRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  http: Http,
  route: Route<P, Q, B, A>,
  handle: (call: PublicCall<P, Q, B>) => Answer<A>,
  settings: RouteSettings = {},
): void {
  if (route.access !== 'public') throw new Error(`${route.path} is not public: add it with addRoute`);
  add(http, route, settings, (request, reply) => handle(callOf<P, Q, B>(request, reply)));
}

/** Adds a route of wall displays, which only a display's token opens. */
export function addWallRoute<P extends z.ZodType, A extends z.ZodType>(
  http: Http,
  route: Route<P, z.ZodType, z.ZodType, A>,
  handle: (call: Omit<PublicCall<P, z.ZodType, z.ZodType>, 'query' | 'body'> & { wall: WallViewer }) => Answer<A>,
  settings: RouteSettings = {},
): void {
  if (route.access !== 'wall') throw new Error(`${route.path} is no route of wall displays`);
  add(http, route, settings, (request, reply) => {
    const { wall } = request;
    if (!wall) throw new Error(`${route.path} was reached without a display`);
    return handle({ ...callOf<P, z.ZodType, z.ZodType>(request, reply), wall });
  });
}

const sessionCallOf = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  request: FastifyRequest,
  reply: FastifyReply,
): Call<P, Q, B> => {
  const { who, scope } = request;
  if (!who || !scope) throw new Error(`${request.routeOptions.url} was reached without a session`);
  const { userId, tokenName } = who;
  const editor = { userId, ip: request.ip, ...(tokenName !== undefined && { tokenName }) };
  return { ...callOf<P, Q, B>(request, reply), who, scope, editor };
};

const callOf = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  request: FastifyRequest,
  reply: FastifyReply,
): PublicCall<P, Q, B> => ({
  // The validator has parsed them with these schemas.
  params: request.params as z.output<P>,
  query: request.query as z.output<Q>,
  body: request.body as z.output<B>,
  request,
  reply,
});

function add(
  http: Http,
  route: Route,
  { notFound = 'RESOURCE_NOT_FOUND', perMinute, bodyLimit, isFile = false }: RouteSettings,
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  http.route({
    method: route.method,
    url: `${API_BASE}${route.path}`,
    config: {
      access: route.access,
      ...(perMinute && { rateLimit: { max: perMinute, timeWindow: 60_000 } }),
    },
    ...(bodyLimit && { bodyLimit }),
    ...(isFile && { compress: false as const, exposeHeadRoute: false }),
    validatorCompiler: compileValidator(notFound),
    schema: {
      summary: route.summary,
      tags: [route.path.split('/')[1] ?? ''],
      ...(route.access === 'public' && { security: [] }),
      ...(route.isLong && !isFile && { [ANSWERS_EARLY]: true }),
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: strict(route.query) }),
      ...(route.body && { body: strict(route.body) }),
      response: {
        200: route.answer,
        ...(route.alsoAnswers && { [route.alsoAnswers]: route.answer }),
        default: errorAnswer,
      },
    },
    handler: async (request, reply) => handler(request, reply),
  });
}
