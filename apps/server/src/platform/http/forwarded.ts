import type { IncomingMessage } from 'node:http';
import { isIpAddress } from '@airdeck/domain/ip-address';
import type { FastifyInstance } from 'fastify';
import { plainAddress } from '../net/trusted-proxies.ts';

/** Proxies in a row. */
const MAX_HOPS = 10;
/** As helmet sends it, on a server with TLS of its own. */
const HSTS = 'max-age=31536000';

/** The addresses at the end of X-Forwarded-For: those before a malformed one were not added by a trusted proxy. */
const chainOf = (header: string): string[] => {
  const hops = header
    .split(',')
    .slice(-MAX_HOPS)
    .map((hop) => plainAddress(hop.trim()));
  return hops.slice(hops.findLastIndex((hop) => !isIpAddress(hop)) + 1);
};

const last = (header: string): string => header.split(',').at(-1)?.trim() ?? '';

const cleanHeaders = ({ headers }: IncomingMessage): void => {
  const chain = chainOf(String(headers['x-forwarded-for'] ?? ''));
  if (chain.length > 0) headers['x-forwarded-for'] = chain.join(', ');
  else delete headers['x-forwarded-for'];
  const protocol = last(String(headers['x-forwarded-proto'] ?? ''));
  if (protocol === 'http' || protocol === 'https') headers['x-forwarded-proto'] = protocol;
  else delete headers['x-forwarded-proto'];
  // Proxies keep Host; this header may come from the client.
  delete headers['x-forwarded-host'];
};

/**
 * Leaves of the headers of proxies only well-formed addresses and protocols, before anything reads them. Fastify uses
 * them for a connection from a trusted proxy only (`trustProxy`).
 */
export const cleanForwarded = (http: FastifyInstance, { isTls }: { isTls: boolean }): void => {
  http.addHook('onRequest', async (request, reply) => {
    cleanHeaders(request.raw);
    // TLS ends at the proxy.
    if (isTls || request.protocol !== 'https') return;
    reply.header('strict-transport-security', HSTS);
    reply.header('cross-origin-opener-policy', 'same-origin');
  });
};
