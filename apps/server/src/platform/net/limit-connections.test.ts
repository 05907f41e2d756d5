import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { limitConnections } from './limit-connections.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const listen = async (max: number, maxPerAddress: number) => {
  const lines: object[] = [];
  let now = 0;
  const accepted = new Set<Socket>();
  const server = createServer((socket) => {
    accepted.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => accepted.delete(socket));
    socket.resume().write('hello');
  });
  limitConnections(server, {
    max,
    maxPerAddress,
    listener: 'test',
    log: { warn: (line: object) => lines.push(line) },
    monotonic: () => now,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.close();
    for (const socket of accepted) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;

  /** An admitted connection, or null. */
  const enter = async (localAddress = '127.0.0.1'): Promise<Socket | null> => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => undefined);
    const isIn = await new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
    return isIn ? socket : null;
  };
  const leave = async (socket: Socket | null): Promise<void> => {
    const before = accepted.size;
    socket?.destroy();
    await expect.poll(() => accepted.size, { timeout: 60_000 }).toBe(before - 1);
  };
  return {
    enter,
    leave,
    lines,
    advance: (ms: number) => {
      now += ms;
    },
  };
};

it('lets in as many as its share, and again as many as leave', async () => {
  const { enter, leave } = await listen(2, 2);
  const first = await enter();
  expect(first).not.toBeNull();
  expect(await enter()).not.toBeNull();
  expect(await enter()).toBeNull();
  await leave(first);
  expect(await enter()).not.toBeNull();
  expect(await enter()).toBeNull();
});

// Only Linux has all of 127.0.0.0/8.
it.skipIf(process.platform !== 'linux')('counts each address by itself, and all together', async () => {
  const { enter } = await listen(4, 2);
  const from = async (address: string) => (await enter(address)) !== null;
  expect([await from('127.0.0.2'), await from('127.0.0.2'), await from('127.0.0.2')]).toEqual([true, true, false]);
  expect([await from('127.0.0.3'), await from('127.0.0.4'), await from('127.0.0.5')]).toEqual([true, true, false]);
});

it('writes a line of a flood now and then, with how many were refused', async () => {
  const { enter, lines, advance } = await listen(1, 1);
  await enter();
  for (let i = 0; i < 5; i++) expect(await enter()).toBeNull();
  advance(10_000);
  expect(await enter()).toBeNull();
  expect(lines).toMatchObject([
    { listener: 'test', refused: 1, open: 1, address: '127.0.0.1' },
    { refused: 5, max: 1, maxPerAddress: 1 },
  ]);
});

it('one that leaves makes room for one from its address, however many there are', async () => {
  const { enter, leave } = await listen(10, 3);
  const sockets = [await enter(), await enter(), await enter()];
  await leave(sockets[0] ?? null);
  expect(await enter()).not.toBeNull();
  expect(await enter()).toBeNull();
});
