import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { aCertificate } from '../../testing/certificate.ts';
import { createLog } from '../log.ts';
import { createServer, type Patience } from './create-server.ts';

/** Longer than any of these tests, for time-outs that are not under test. */
const LONG = 600_000;
const ENDLESS: Patience = { headers: LONG, request: LONG, keepAlive: LONG, stall: LONG };
const DEADLINE = { timeout: 60_000 };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Given {
  handler?: RequestListener;
  patience?: Partial<Patience>;
  isTls?: boolean;
  connections?: { max: number; maxPerAddress: number };
}

const open = async ({
  handler = (_, answer) => answer.end('ok'),
  patience = {},
  isTls = false,
  connections,
}: Given) => {
  const { cert, key } = aCertificate();
  const server = createServer(handler, {
    log: createLog({ level: 'silent' }),
    tls: isTls ? { cert: Buffer.from(cert), key: Buffer.from(key) } : null,
    connections,
    patience: { ...ENDLESS, ...patience },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });

  /** A connection, the bytes received so far (the first 2 MB of an endless answer), and whether it was closed. */
  const enter = (secure = isTls) => {
    const socket: Socket = secure
      ? connectTls({ host: '127.0.0.1', port, ca: cert, servername: 'localhost' })
      : connectTcp(port, '127.0.0.1');
    closing.push(() => socket.destroy());
    // A client that is cut off while it sends gets a reset.
    socket.on('error', () => undefined);
    const state = { socket, text: '', isClosed: false };
    socket.setEncoding('latin1').on('data', (text: string) => {
      if (state.text.length < MAX_KEPT) state.text += text;
    });
    socket.once('close', () => {
      state.isClosed = true;
    });
    return state;
  };
  return { server, enter };
};

const MAX_KEPT = 2_000_000;
const ASK = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('a request', () => {
  it('has an end, however it drips', async () => {
    const { enter } = await open({
      handler: (request, answer) => request.resume().on('end', () => answer.end('ok')),
      patience: { headers: 100, request: 300 },
    });
    const drips = Array.from({ length: 20 }, () => enter());
    for (const { socket } of drips) {
      socket.write('POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{');
      const timer = setInterval(() => socket.write(' '), 20);
      closing.push(() => clearInterval(timer));
    }
    await expect.poll(() => drips.filter(({ isClosed }) => isClosed).length, DEADLINE).toBe(drips.length);
  });

  it.each([
    ['nothing at all', ''],
    ['half of its headers', 'GET / HTTP/1.1\r\nHost: local'],
  ])('of %s ends too', async (_, text) => {
    const { enter } = await open({ patience: { headers: 200 } });
    const silent = enter();
    silent.socket.write(text);
    await expect.poll(() => silent.isClosed, DEADLINE).toBe(true);
  });

  it('after which nothing follows leaves its connection', async () => {
    const { enter } = await open({ patience: { keepAlive: 100 } });
    const client = enter();
    client.socket.write(ASK);
    await expect.poll(() => client.isClosed, DEADLINE).toBe(true);
    expect(client.text).toContain('200 OK');
  });

  it('does not come before TLS does', async () => {
    const { enter } = await open({ isTls: true, patience: { headers: 200 } });
    const silent = enter(false);
    await expect.poll(() => silent.isClosed, DEADLINE).toBe(true);
  });
});

describe.each([false, true])('an answer, TLS: %s', (isTls) => {
  /** An endless answer, and whether it was aborted. */
  const endless = () => {
    const state = { isOver: false };
    const handler: RequestListener = (_, answer) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const source = Readable.from(
        (function* () {
          for (;;) yield chunk;
        })(),
      );
      pipeline(source, answer).catch(() => {
        state.isOver = true;
      });
    };
    return { state, handler };
  };

  it('ends an answer that the client does not read, and frees its memory', async () => {
    const { state, handler } = endless();
    const { enter } = await open({ handler, isTls, patience: { stall: 200 } });
    const reader = enter();
    reader.socket.write(ASK);
    reader.socket.pause();
    await expect.poll(() => state.isOver, DEADLINE).toBe(true);
    reader.socket.resume();
    await expect.poll(() => reader.isClosed, DEADLINE).toBe(true);
  });

  it('continues an answer that the client reads, and one that the server itself delays', async () => {
    const { state, handler } = endless();
    let finish = (): void => undefined;
    const late: RequestListener = (request, answer) => {
      if (request.url === '/late') finish = () => answer.end('at last');
      else handler(request, answer);
    };
    const { enter } = await open({ handler: late, isTls, patience: { stall: 100 } });
    const waiting = enter();
    waiting.socket.write(ASK.replace('/ ', '/late '));
    const reader = enter();
    reader.socket.write(ASK);
    // Many times the allowed stall, measured in bytes read.
    const begin = performance.now();
    await expect.poll(() => performance.now() - begin > 1_000 && reader.text.length > 1_000_000, DEADLINE).toBe(true);
    expect([state.isOver, reader.isClosed, waiting.isClosed]).toEqual([false, false, false]);
    finish();
    await expect.poll(() => waiting.text, DEADLINE).toContain('at last');
  });
});

it.each([false, true])('connections beyond the share are closed, TLS: %s', async (isTls) => {
  const { enter } = await open({ isTls, connections: { max: 2, maxPerAddress: 2 } });
  const [first, second, third] = [enter(), enter(), enter()];
  await expect.poll(() => third.isClosed, DEADLINE).toBe(true);
  first.socket.end(ASK.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  await expect.poll(() => first.isClosed, DEADLINE).toBe(true);
  expect(first.text).toContain('200 OK');
  expect(second.isClosed).toBe(false);
  // The server may notice a moment later than the client.
  await expect
    .poll(async () => {
      const next = enter();
      next.socket.write(ASK);
      await expect.poll(() => next.isClosed || next.text.includes('200 OK'), DEADLINE).toBe(true);
      return next.text;
    }, DEADLINE)
    .toContain('200 OK');
});
