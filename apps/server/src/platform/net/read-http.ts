import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';

/** TLS: no encryption, or a certificate that is not trusted. STATUS: an answer other than 2xx. ANSWER: cut off, or no HTTP. */
export type HttpReadErrorCode =
  | 'ADDRESS'
  | 'UNREACHABLE'
  | 'REFUSED'
  | 'TLS'
  | 'TIMEOUT'
  | 'REDIRECTED'
  | 'STATUS'
  | 'TOO_BIG'
  | 'ANSWER'
  | 'STOPPED';

/** Why there is no answer. */
export class HttpReadError extends Error {
  override name = 'HttpReadError';
  readonly code: HttpReadErrorCode;
  constructor(code: HttpReadErrorCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

export interface HttpPlace {
  /** An IP address that the caller has checked (`platform/net/site-address.ts`); names are refused. */
  readonly address: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
  /** null: plain HTTP. `ca`: certificates (PEM) that are trusted instead of the usual ones. */
  readonly tls?: { readonly ca: string | null } | null;
  /** Headers with a login. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpReadOptions {
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

const errorOf = (error: Error): HttpReadError => {
  if (error instanceof HttpReadError) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ECONNREFUSED') return new HttpReadError('REFUSED', 'the connection was refused');
  const isAnswer = code === 'ECONNRESET' || (typeof code === 'string' && code.startsWith('HPE_'));
  return isAnswer
    ? new HttpReadError('ANSWER', 'the answer is cut off or no HTTP')
    : new HttpReadError('UNREACHABLE', error.message);
};

/** Reads a device's answer to a GET request. Redirects are not followed. @throws HttpReadError */
export const readHttp = (
  { address, port, path, tls = null, headers: login = {} }: HttpPlace,
  { timeoutMs, maxBytes, signal }: HttpReadOptions,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (isIP(address) === 0) return reject(new HttpReadError('ADDRESS', 'no IP address'));
    if (signal.aborted) return reject(new HttpReadError('STOPPED', 'stopped'));
    const headers = {
      ...{ accept: 'application/json, */*', 'accept-encoding': 'identity', 'user-agent': 'airdeck' },
      ...login,
    };
    const options = { host: address, port, path, method: 'GET', agent: false, headers };
    // A person who names the trusted certificates means that device, which is known by its address and has no name.
    const trust = tls === null || tls.ca === null ? {} : { ca: tls.ca, checkServerIdentity: () => undefined };
    const request = tls === null ? requestHttp(options) : requestHttps({ ...options, ...trust });
    let isEncrypting = false;
    request.on('socket', (socket) => {
      if (tls === null) return;
      socket.once('connect', () => {
        isEncrypting = true;
      });
      socket.once('secureConnect', () => {
        isEncrypting = false;
      });
    });
    const end = (error: HttpReadError | null, body: Buffer = Buffer.alloc(0)): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      request.destroy();
      if (error === null) resolve(body);
      else reject(error);
    };
    const stop = (): void => end(new HttpReadError('STOPPED', 'stopped'));
    const timer = setTimeout(
      () => end(new HttpReadError('TIMEOUT', `no whole answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    signal.addEventListener('abort', stop);
    request.on('error', (error) => end(isEncrypting ? new HttpReadError('TLS', error.message) : errorOf(error)));
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      response.on('error', (error) => end(errorOf(error)));
      if (statusCode >= 300 && statusCode < 400) {
        return end(new HttpReadError('REDIRECTED', `status ${statusCode}: redirects are not followed`));
      }
      if (statusCode < 200 || statusCode > 299) return end(new HttpReadError('STATUS', `status ${statusCode}`));
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) return end(new HttpReadError('TOO_BIG', `the answer has more than ${maxBytes} bytes`));
        chunks.push(chunk);
      });
      response.on('end', () => end(null, Buffer.concat(chunks)));
    });
    request.end();
  });
