import { ERROR_STATUS } from '@airdeck/contract/error/code';
import { EARLY_ANSWER, EXPECTED_MS, lateFailureOf } from '@airdeck/contract/error/early-answer';
import { type ErrorAnswer, errorAnswer } from '@airdeck/contract/error/schema';
import type { Route } from '@airdeck/contract/route';
import type { z } from 'zod';
import { ApiFailure, type ErrorState, type FailureDetails, type FailureKind, NO_ERROR } from '../failure.ts';
import type { Store } from '../store.ts';
import { apiUrl, type UrlValues } from './url.ts';

/** Time limit for the headers of an answer. */
export const TIMEOUT_MS = 30_000;
/** The same for an upload: it takes time itself, and then the server needs up to a minute. */
const FILE_TIMEOUT_MS = 120_000;
/** Pauses before what a busy server has refused, unread, is sent to it again, ms. */
const BUSY_PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
/** Longest pause that a busy server requests, in seconds; one that throttles an address requests more. */
const BUSY_RETRY_AFTER_S = 2;
const TOO_MANY_REQUESTS = 429;

/** Ids in paths are text in the contract, but callers may pass numbers. */
type Written<T> = { [K in keyof T]: T[K] | (string extends T[K] ? number : never) };
type Part<Name extends string, Schema extends z.ZodType> =
  unknown extends z.input<Schema>
    ? { [K in Name]?: undefined }
    : undefined extends z.input<Schema>
      ? { [K in Name]?: Written<z.input<Schema>> }
      : Record<never, never> extends z.input<Schema>
        ? { [K in Name]?: Written<z.input<Schema>> }
        : { [K in Name]: Written<z.input<Schema>> };

export type CallArgs<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Part<'params', P> &
  Part<'query', Q> & { body?: unknown extends z.input<B> ? undefined : z.input<B>; signal?: AbortSignal };

export interface CallDeps {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The token of the session storage, and whether there is a session. */
  readToken: () => string | null;
  hasLogin: () => boolean;
  language: () => string;
  /** The client's own message for a failure without an answer of the server. */
  ownMessage: (kind: Exclude<FailureKind, 'answer'>) => string;
  errorState: Store<ErrorState>;
  /** 401: removes the token and reloads the page. */
  onUnauthorized: () => void;
  /** The answer to a request with this signal is expected to take so long. */
  onExpected: (signal: AbortSignal | undefined, ms: number) => void;
  /** A response arrived without a session. */
  onNoLogin: () => void;
}

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;
export interface AnyArgs {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: Blob | FormData;
  signal?: AbortSignal;
}

/** The code of a failed call without one; the specification names it. */
const OWN_CODE = 'ERR_BAD_REQUEST';
/** A request that the server has taken too long for is no bad one. */
const TIMEOUT_CODE = 'ERR_TIMEOUT';

function ownFailure(deps: CallDeps, kind: Exclude<FailureKind, 'answer'>, status: number | null): ApiFailure {
  return new ApiFailure({
    kind,
    code: kind === 'timeout' ? TIMEOUT_CODE : OWN_CODE,
    message: deps.ownMessage(kind),
    errors: {},
    requestId: null,
    status,
  });
}

async function serverFailure(deps: CallDeps, response: Response): Promise<ApiFailure> {
  const body = await response.json().catch(() => null);
  return failureOf(deps, errorAnswer.partial().safeParse(body).data ?? {}, response.status);
}

function failureOf(deps: CallDeps, body: Partial<ErrorAnswer>, status: number): ApiFailure {
  const details: FailureDetails = {
    kind: 'answer',
    code: body.code ?? OWN_CODE,
    message: body.message ?? deps.ownMessage('unreadable'),
    errors: body.errors ?? {},
    requestId: body.request_id ?? null,
    status,
  };
  return new ApiFailure(details);
}

/** The headers of every request. */
export function headersOf(language: string, token: string | null): Headers {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': language });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  return headers;
}

function requestOf(deps: CallDeps, route: AnyRoute, args: AnyArgs): RequestInit {
  const headers = headersOf(deps.language(), deps.readToken());
  if (args.body !== undefined) headers.set('Content-Type', 'application/json');
  if (route.isLong) headers.set('Prefer', EARLY_ANSWER);
  // The browser names the type of a form, with its boundary.
  if (args.file instanceof Blob) headers.set('Content-Type', 'application/octet-stream');
  return {
    method: route.method,
    headers,
    credentials: 'omit',
    ...(args.body === undefined ? {} : { body: JSON.stringify(args.body) }),
    ...(args.file === undefined ? {} : { body: args.file }),
  };
}

/** The answer as soon as its headers arrive. Its body has no time limit. */
async function sendWithin(
  deps: CallDeps,
  url: string,
  init: RequestInit,
  { signal, file }: AnyArgs,
): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), file === undefined ? TIMEOUT_MS : FILE_TIMEOUT_MS);
  try {
    const either = signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
    return await deps.fetch(url, { ...init, signal: either });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw ownFailure(deps, timeout.signal.aborted ? 'timeout' : 'network', null);
  } finally {
    clearTimeout(timer);
  }
}

const isRefusedUnread = ({ status, headers }: Response): boolean => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return status === TOO_MANY_REQUESTS && seconds <= BUSY_RETRY_AFTER_S;
};

const rest = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });

/** Retries writes while the server is busy. Reads are retried by their queries. */
async function sendPatiently(deps: CallDeps, url: string, init: RequestInit, args: AnyArgs): Promise<Response> {
  for (const pause of BUSY_PAUSES_MS) {
    const response = await sendWithin(deps, url, init, args);
    if (init.method === 'GET' || !isRefusedUnread(response)) return response;
    await rest(pause, args.signal);
  }
  return sendWithin(deps, url, init, args);
}

/** How the body of an answer is read, and the kind of failure when it cannot be. */
interface Reading<T> {
  read: (response: Response) => Promise<T>;
  failed: Exclude<FailureKind, 'answer'>;
}

const JSON_ANSWER: Reading<unknown> = { read: (response) => response.json(), failed: 'unreadable' };
const FILE_ANSWER: Reading<Blob> = { read: (response) => response.blob(), failed: 'network' };

/** An early answer has status 200, however it ended. */
async function readEarly<T>(deps: CallDeps, response: Response): Promise<T> {
  const text = await response.text();
  const failure = lateFailureOf(text);
  if (failure !== null) throw failureOf(deps, failure, ERROR_STATUS[failure.code]);
  // The server has written the answer with the route's schema.
  return JSON.parse(text) as T;
}

async function exchange<T>(deps: CallDeps, route: AnyRoute, args: AnyArgs, { read, failed }: Reading<T>): Promise<T> {
  const url = apiUrl(route.path, args.params as UrlValues | undefined, args.query as UrlValues | undefined);
  const response = await sendPatiently(deps, url, requestOf(deps, route, args), args);
  if (!response.ok && response.status !== route.alsoAnswers) {
    if (response.status === 401) deps.onUnauthorized();
    throw await serverFailure(deps, response);
  }
  if (route.access !== 'public' && !deps.hasLogin()) deps.onNoLogin();
  const expectedMs = response.headers.get(EXPECTED_MS);
  if (expectedMs !== null) deps.onExpected(args.signal, Number(expectedMs));
  try {
    return await (expectedMs === null ? read(response) : readEarly<T>(deps, response));
  } catch (cause) {
    if (args.signal?.aborted || cause instanceof ApiFailure) throw cause;
    throw ownFailure(deps, failed, response.status);
  }
}

async function remembered<T>(deps: CallDeps, answer: () => Promise<T>): Promise<T> {
  deps.errorState.set(NO_ERROR);
  try {
    return await answer();
  } catch (failure) {
    if (failure instanceof ApiFailure) {
      const { message, code, errors } = failure;
      deps.errorState.set({ isError: true, message, code, errors });
    }
    throw failure;
  }
}

/** The console's only way to the server, typed by the contract's routes. All rules of the session are applied here. */
export function createCall(deps: CallDeps) {
  return async function call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
    route: Route<P, Q, B, A>,
    args: CallArgs<P, Q, B>,
  ): Promise<z.output<A>> {
    // The server has parsed the answer with the same schema.
    return (await remembered(deps, () => exchange(deps, route, args, JSON_ANSWER))) as z.output<A>;
  };
}

/** The same for a route that is known only as any route, so that the compiler knows neither its arguments nor its answer. */
export function createCallAny(deps: CallDeps) {
  return (route: AnyRoute, args: AnyArgs): Promise<unknown> =>
    remembered(deps, () => exchange(deps, route, args, JSON_ANSWER));
}

/** The same for automatic requests: the failure of the user's last request stays as it is. */
export function createWatch(deps: CallDeps) {
  return async function watch<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
    route: Route<P, Q, B, A>,
    args: CallArgs<P, Q, B>,
  ): Promise<z.output<A>> {
    return (await exchange(deps, route, args, JSON_ANSWER)) as z.output<A>;
  };
}

/** The same for routes that answer a file. It has no time limit, and its bytes stay out of the page's memory. */
export function createDownload(deps: CallDeps) {
  return function download<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
    route: Route<P, Q, B, z.ZodString>,
    args: CallArgs<P, Q, B>,
  ): Promise<Blob> {
    return remembered(deps, () => exchange(deps, route, args, FILE_ANSWER));
  };
}

/** The same for any route that answers a file. */
export function createDownloadAny(deps: CallDeps) {
  return (route: AnyRoute, args: AnyArgs): Promise<Blob> =>
    remembered(deps, () => exchange(deps, route, args, FILE_ANSWER));
}

/** The same for routes that take a file. */
export function createUpload(deps: CallDeps) {
  return async function upload<Q extends z.ZodType, A extends z.ZodType>(
    route: Route<z.ZodType, Q, z.ZodType, A>,
    args: { params?: Readonly<Record<string, number>>; query: z.input<Q>; file: Blob | FormData; signal?: AbortSignal },
  ): Promise<z.output<A>> {
    return (await remembered(deps, () => exchange(deps, route, args, JSON_ANSWER))) as z.output<A>;
  };
}
