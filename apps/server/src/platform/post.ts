import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { addressList } from './net/address-list.ts';
import { checkedLookup } from './net/checked-lookup.ts';

/** Addresses that are not public hosts: this machine, private networks, multicast, reserved ones. */
export const isPrivateAddress = addressList([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 128],
  ['::1', 128],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]);

/** Whether an address is a private IP literal; host names are checked when connecting. */
export const isPrivateHost = ({ hostname }: URL): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isPrivateAddress(host);
};

export type PostErrorCode = 'PRIVATE_ADDRESS' | 'TIMEOUT' | 'UNREACHABLE' | 'REDIRECTED' | 'REFUSED';

/** The post was not accepted. */
export class PostError extends Error {
  override name = 'PostError';
  readonly code: PostErrorCode;
  /** The other side's answer, if there was one. */
  readonly status: number | null;
  constructor(code: PostErrorCode, status: number | null = null) {
    super(status === null ? code : `${code} ${status}`);
    this.code = code;
    this.status = status;
  }
}

const publicLookup = checkedLookup(
  (address) => !isPrivateAddress(address),
  () => new PostError('PRIVATE_ADDRESS'),
);

export interface PostOptions {
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Whether private addresses are allowed. */
  allowPrivate: boolean;
}

const codeOf = (status: number): PostErrorCode => (status >= 300 && status < 400 ? 'REDIRECTED' : 'REFUSED');

/**
 * Sends a POST request. Only the answer's status is used, its body is not read, and redirects are not followed. @throws
 * PostError if it is not answered with 2xx in time.
 */
export const post = (
  url: URL,
  body: string | Uint8Array,
  { headers, timeoutMs, allowPrivate }: PostOptions,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!allowPrivate && isPrivateHost(url)) return reject(new PostError('PRIVATE_ADDRESS'));
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(!allowPrivate && { lookup: publicLookup }),
    });
    request.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      response.on('error', () => undefined);
      response.destroy();
      if (status >= 200 && status < 300) resolve();
      else reject(new PostError(codeOf(status), status));
    });
    request.on('error', (error) => {
      if (error instanceof PostError) reject(error);
      else
        reject(new PostError(error.name === 'AbortError' || error.name === 'TimeoutError' ? 'TIMEOUT' : 'UNREACHABLE'));
    });
    request.end(body);
  });
