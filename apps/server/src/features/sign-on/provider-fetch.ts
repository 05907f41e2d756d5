import { Failure } from '../../platform/http/failure.ts';

/** For each request, its whole answer included. */
export const TIMEOUT_MS = 5_000;
/** Larger than the keys and claims of any provider. */
export const MAX_ANSWER_BYTES = 256 * 1024;

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address of a provider is used: https, or http of this machine. */
export const isSecureAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));

const readAtMost = async (response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    // Leaving the loop closes the connection.
    if (size > most) throw new Failure('SSO_UNREACHABLE');
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
};

/**
 * Requests to a provider: to the host of its issuer and hosts that were allowed for it, by https (http only to this
 * machine), never redirected, and bounded in time and size.
 * @throws Failure SSO_SETUP for any other address, SSO_UNREACHABLE for an answer that is too large
 */
export const createProviderFetch = (issuer: string, hosts: readonly string[]) => {
  const allowed = [new URL(issuer).host, ...hosts];
  return async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address);
    if (!isSecureAddress(url) || !allowed.includes(url.host)) throw new Failure('SSO_SETUP');
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const body = await readAtMost(response, MAX_ANSWER_BYTES);
    const { status, headers } = response;
    return new Response(body.length === 0 ? null : body, { status, headers });
  };
};
