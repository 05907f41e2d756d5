import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { aCertificate } from '../../testing/certificate.ts';
import { selfSigned } from '../../testing/self-signed.ts';
import { type HttpPlace, readHttp } from './read-http.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const listening = async (server: Server, close = () => {}): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        close();
      }),
  );
  return (server.address() as AddressInfo).port;
};
const http = (handler: RequestListener): Promise<number> => {
  const server = createServer(handler);
  return listening(server, () => server.closeAllConnections());
};
const tcp = (talk: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => talk(socket));
  });
  return listening(server, () => {
    for (const socket of sockets) socket.destroy();
  });
};

/** Long enough for a busy machine: what should come early does not wait for it. */
const LONG = 60_000;
const read = (
  port: number,
  { timeoutMs = LONG, signal = new AbortController().signal, address = '127.0.0.1' } = {},
  how: Pick<HttpPlace, 'tls' | 'headers'> = {},
) => readHttp({ address, port, path: '/json?live=true', ...how }, { timeoutMs, maxBytes: 100, signal });

test('reads an answer of any content type', async () => {
  const asked: unknown[] = [];
  const port = await http(({ method, url, headers }, response) => {
    asked.push([method, url, headers.host, headers['accept-encoding']]);
    response.setHeader('content-type', 'application/octet-stream').end(Buffer.alloc(100, 1));
  });
  expect(await read(port)).toEqual(Buffer.alloc(100, 1));
  expect(asked).toEqual([['GET', '/json?live=true', `127.0.0.1:${port}`, 'identity']]);
});

test.each<[string, () => Promise<number>, string]>([
  ['a redirect', () => http((_, response) => response.writeHead(301, { location: '/' }).end()), 'REDIRECTED'],
  ['another status', () => http((_, response) => response.writeHead(503).end('{}')), 'STATUS'],
  ['too many bytes', () => http((_, response) => response.end('x'.repeat(101))), 'TOO_BIG'],
  ['bytes without end', () => http((_, response) => void response.write('x'.repeat(5_000))), 'TOO_BIG'],
  ['an answer that is cut off', () => http((_, { socket }) => void socket?.destroy()), 'ANSWER'],
  [
    'a body that is cut off',
    () => tcp((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"co2":')),
    'ANSWER',
  ],
  ['no HTTP', () => tcp((socket) => socket.end('hello\r\n\r\n')), 'ANSWER'],
  ['endless headers', () => tcp((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`)), 'ANSWER'],
])('%s is no answer', async (_, starting, code) => {
  await expect(read(await starting())).rejects.toMatchObject({ code });
});

test.each<[string, (socket: Socket) => void]>([
  ['nothing', () => {}],
  ['headers only', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n')],
  [
    'a byte now and then',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    },
  ],
])('waits a limited time for %s', async (_, talk) => {
  await expect(read(await tcp(talk), { timeoutMs: 200 })).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('ends when it is stopped', async () => {
  const stopping = new AbortController();
  const port = await tcp(() => stopping.abort());
  await expect(read(port, { signal: stopping.signal })).rejects.toMatchObject({ code: 'STOPPED' });
  await expect(read(port, { signal: stopping.signal })).rejects.toMatchObject({ code: 'STOPPED' });
});

test('connects to IP addresses only', async () => {
  await expect(read(80, { address: 'localhost' })).rejects.toMatchObject({ code: 'ADDRESS' });
  const port = await http(() => {});
  await closers.pop()?.();
  await expect(read(port)).rejects.toMatchObject({ code: 'REFUSED' });
});

describe('over HTTPS', () => {
  const https = (certificate: { cert: string | Buffer; key: string | Buffer }, handler: RequestListener) => {
    const server = createTlsServer(certificate, handler);
    return listening(server, () => server.closeAllConnections());
  };

  test('reads from a device whose certificate is trusted, and sends its login', async () => {
    const own = aCertificate();
    const asked: unknown[] = [];
    const port = await https(own, ({ headers }, response) => {
      asked.push(headers.authorization);
      response.end('{}');
    });
    const headers = { authorization: 'Bearer x' };
    expect(String(await read(port, {}, { tls: { ca: own.cert }, headers }))).toBe('{}');
    expect(asked).toEqual(['Bearer x']);
  });

  test('trusts a named certificate of any name, as devices have it', async () => {
    const own = selfSigned();
    const port = await https(own, (_, response) => response.end('{}'));
    expect(String(await read(port, {}, { tls: { ca: String(own.cert) } }))).toBe('{}');
  });

  test('sends nothing to a device whose certificate is not trusted', async () => {
    let requests = 0;
    const port = await https(aCertificate(), (_, response) => {
      requests += 1;
      response.end('{}');
    });
    const headers = { authorization: 'Bearer x' };
    for (const ca of [null, aCertificate().cert]) {
      await expect(read(port, {}, { tls: { ca }, headers })).rejects.toMatchObject({ code: 'TLS' });
    }
    expect(requests).toBe(0);
  });

  test('does not fall back to plain HTTP, and does not follow a redirect', async () => {
    const plain = await http((_, response) => response.end('{}'));
    await expect(read(plain, {}, { tls: { ca: null } })).rejects.toMatchObject({ code: 'TLS' });
    const own = aCertificate();
    const port = await https(own, (_, response) => response.writeHead(302, { location: '/' }).end());
    await expect(read(port, {}, { tls: { ca: own.cert } })).rejects.toMatchObject({ code: 'REDIRECTED' });
  });

  test('waits a limited time for the encryption', async () => {
    const port = await tcp(() => {});
    await expect(read(port, { timeoutMs: 200 }, { tls: { ca: null } })).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});
