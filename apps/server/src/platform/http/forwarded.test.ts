import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { route } from '@airdeck/contract/route';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { proxyRule } from '../net/trusted-proxies.ts';
import { addPublicRoute } from './add-route.ts';
import { createHttp, type Http } from './create-http.ts';

const where = route({
  method: 'GET',
  path: '/where',
  access: 'public',
  summary: 'Answers from where it was asked',
  answer: z.object({ ip: z.string(), host: z.string(), protocol: z.string() }),
});

let http: Http;
afterEach(() => http.close());

/** A server that trusts a network; its one address allows two requests a minute. */
const open = async (network: string | null, connections?: { max: number; maxPerAddress: number }): Promise<void> => {
  http = await createHttp({
    log: createLog({ level: 'silent' }),
    tls: null,
    version: '1',
    authenticate: async () => Promise.reject(new Error('no login here')),
    ...(network !== null && {
      isProxy: proxyRule([
        [network, 8],
        ['fd00::', 8],
      ]),
    }),
    ...(connections && { connections }),
  });
  addPublicRoute(http, where, ({ request }) => ({ ip: request.ip, host: request.host, protocol: request.protocol }), {
    perMinute: 2,
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
};

/** Asks over a socket: a client library would join or refuse headers. */
const ask = async (...headers: string[]) => {
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
  const lines = ['GET /api/v1/where HTTP/1.1', 'Host: air.example.com', 'Connection: close', ...headers, '', ''];
  socket.write(lines.join('\r\n'));
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    head: head.toLowerCase(),
    body: JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)),
  };
};
const from = (value: string): string => `X-Forwarded-For: ${value}`;

it.each([
  ['no header', [], '127.0.0.1'],
  ['its client', [from('203.0.113.9')], '203.0.113.9'],
  ['a client that claims another address', [from('198.51.100.1, 203.0.113.9')], '203.0.113.9'],
  ['a client that claims it in a header of its own', [from('198.51.100.1'), from('203.0.113.9')], '203.0.113.9'],
  ['a client behind two proxies', [from('203.0.113.9, 127.9.9.9')], '203.0.113.9'],
  ['an IPv6 client behind an IPv6 proxy', [from('2001:db8::7, fd00::1')], '2001:db8::7'],
  ['an IPv4 address as IPv6', [from('::ffff:203.0.113.9')], '203.0.113.9'],
  ['text before its client', [from("'; drop table, 203.0.113.9")], '203.0.113.9'],
  ['text in place of its client', [from('203.0.113.9, unknown')], '127.0.0.1'],
  ['text behind proxies', [from('unknown, 127.0.0.7')], '127.0.0.7'],
  ['an address with a port', [from('203.0.113.9:4711')], '127.0.0.1'],
  ['nothing in it', [from('')], '127.0.0.1'],
  ['proxies only', [from('127.0.0.5, 127.0.0.6')], '127.0.0.5'],
  ['a thousand addresses', [from(Array(1_000).fill('127.0.0.5').join(','))], '127.0.0.5'],
])('a trusted proxy that names %s', async (_, headers, ip) => {
  await open('127.0.0.0');
  expect((await ask(...headers)).body).toEqual({ ip, host: 'air.example.com', protocol: 'http' });
});

it.each([
  ['https', 'https'],
  ['http', 'http'],
  ['http, https', 'https'],
  ['https, ftp', 'http'],
  ['javascript', 'http'],
])('a trusted proxy that names the protocol %s', async (named, protocol) => {
  await open('127.0.0.0');
  const { head, body } = await ask(`X-Forwarded-Proto: ${named}`);
  expect(body.protocol).toBe(protocol);
  expect(head.includes('strict-transport-security')).toBe(protocol === 'https');
});

it('a host that a client names through a proxy is ignored', async () => {
  await open('127.0.0.0');
  expect((await ask('X-Forwarded-Host: evil.example.com')).body.host).toBe('air.example.com');
});

it.each(['10.0.0.0', null])('headers from any other address are ignored (trusted: %s)', async (network) => {
  await open(network);
  const { head, body } = await ask(
    from('203.0.113.9'),
    'X-Forwarded-Proto: https',
    'X-Forwarded-Host: evil.example.com',
    'Forwarded: for=203.0.113.9',
  );
  expect(body).toEqual({ ip: '127.0.0.1', host: 'air.example.com', protocol: 'http' });
  expect(head).not.toContain('strict-transport-security');
});

it('rates count for the client, not for the proxy', async () => {
  await open('127.0.0.0');
  const statuses = [];
  for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2']) {
    statuses.push((await ask(from(address))).status);
  }
  expect(statuses).toEqual([200, 200, 429, 200]);
});

it('the limit of connections of one address is not one of a proxy', async () => {
  await open('127.0.0.0', { max: 10, maxPerAddress: 1 });
  const answers = await Promise.all(['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((address) => ask(from(address))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});
