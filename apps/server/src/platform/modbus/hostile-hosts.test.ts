import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Script, type ScriptedHost, scriptedHost } from '../../testing/modbus-peers.ts';
import { crc16 } from './crc16.ts';
import type { ModbusTransport } from './framing.ts';
import { createModbusHosts, type ModbusDevice, type ModbusHosts, type ModbusOptions } from './modbus-hosts.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

/** Long enough for a busy machine: what should come early does not wait for it. */
const LONG = 60_000;

const hostsOf = (options: ModbusOptions = {}): ModbusHosts => {
  const hosts = createModbusHosts({ connectMs: LONG, answerMs: LONG, busyMs: 1, ...options });
  closers.push(() => hosts.stop());
  return hosts;
};

const started = async (script: Script): Promise<ScriptedHost> => {
  const host = await scriptedHost(script);
  closers.push(() => host.close());
  return host;
};

const at = ({ port }: { port: number }, transport: ModbusTransport = 'TCP'): ModbusDevice => ({
  ...{ address: '127.0.0.1', unit: 1 },
  ...{ port, transport },
});

/** A host that accepts nothing and has no room for another connection: its thread sleeps. */
const fullHost = async (): Promise<{ port: number }> => {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true },
  );
  closers.push(async () => void (await worker.terminate()));
  const [port]: unknown[] = await once(worker, 'message');
  if (typeof port !== 'number') return expect.fail('no port');
  for (let i = 0; i < 8; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    closers.push(async () => void socket.destroy());
  }
  return { port };
};

const READ = { table: 'HOLDING', register: 0, count: 2 } as const;
const WRITE = { table: 'HOLDING', register: 0, values: [7] } as const;
const ANSWER = '030400170042';
const WHOLE = '00170042';

/** A TCP frame with the request's transaction and unit. */
const frame = (request: Buffer, pdu: string): Buffer => {
  const bytes = Buffer.from(pdu, 'hex');
  const header = Buffer.from(request.subarray(0, 7));
  header.writeUInt16BE(bytes.length + 1, 4);
  return Buffer.concat([header, bytes]);
};

const rtuFrame = (unit: number, pdu: string): Buffer => {
  const bytes = Buffer.concat([Buffer.of(unit), Buffer.from(pdu, 'hex'), Buffer.alloc(2)]);
  bytes.writeUInt16LE(crc16(bytes.subarray(0, -2)), bytes.length - 2);
  return bytes;
};

const changed = (bytes: Buffer, place: number, value: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[place] = value;
  return copy;
};

const answer: Script = (socket, request) => void socket.write(frame(request, ANSWER));
/** The first request gets something else than an answer. */
const first =
  (script: (socket: Socket, request: Buffer) => void, then: Script = answer): Script =>
  (socket, request, index) =>
    index === 0 ? script(socket, request) : then(socket, request, index);

const hexOf = async (reading: Promise<{ data: Uint8Array }>): Promise<string> =>
  Buffer.from((await reading).data).toString('hex');

describe('wrong answers end the connection, and the next request gets another one', () => {
  test.each<[string, (request: Buffer) => Buffer]>([
    ['another transaction', (request) => changed(frame(request, ANSWER), 1, 99)],
    ['another protocol', (request) => changed(frame(request, ANSWER), 3, 1)],
    ['another unit', (request) => changed(frame(request, ANSWER), 6, 2)],
    ['another function', (request) => frame(request, '040400170042')],
    ['the exception of another function', (request) => frame(request, '8402')],
    ['fewer registers', (request) => frame(request, '03020017')],
    ['more registers', (request) => frame(request, '0306001700420042')],
    ['a byte count that is no length', (request) => frame(request, '030600170042')],
    ['a length beyond the frame', (request) => changed(frame(request, ANSWER), 4, 255)],
    ['a byte too much', (request) => Buffer.concat([frame(request, ANSWER), Buffer.of(0)])],
    ['two answers at once', (request) => Buffer.concat([frame(request, ANSWER), frame(request, ANSWER)])],
    ['text', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a flood', () => Buffer.alloc(1024 * 1024, 7)],
  ])('%s', async (_, wrong) => {
    const host = await started(first((socket, request) => void socket.write(wrong(request))));
    const hosts = hostsOf();
    const reading = hosts.read(at(host), READ);
    await expect(reading).rejects.toMatchObject({ code: 'ANSWER', exception: null });
    expect(await hexOf(hosts.read(at(host), READ))).toBe(WHOLE);
    expect(host.connections()).toBe(2);
  });

  test.each<[string, Buffer]>([
    ['a wrong checksum', changed(rtuFrame(1, ANSWER), 8, 0)],
    ['another unit', rtuFrame(2, ANSWER)],
    ['another function', rtuFrame(1, '040400170042')],
    ['a wrong byte count', rtuFrame(1, '030500170042')],
    ['a byte too much', Buffer.concat([rtuFrame(1, ANSWER), Buffer.of(0)])],
    ['two answers at once', Buffer.concat([rtuFrame(1, ANSWER), rtuFrame(1, ANSWER)])],
    ['an exception with a wrong checksum', changed(rtuFrame(1, '8302'), 3, 0)],
  ])('%s on a serial line', async (_, wrong) => {
    const script = first(
      (socket) => void socket.write(wrong),
      (socket) => void socket.write(rtuFrame(1, ANSWER)),
    );
    const host = await started(script);
    const hosts = hostsOf();
    await expect(hosts.read(at(host, 'RTU_OVER_TCP'), READ)).rejects.toMatchObject({ code: 'ANSWER' });
    expect(await hexOf(hosts.read(at(host, 'RTU_OVER_TCP'), READ))).toBe(WHOLE);
    expect(host.connections()).toBe(2);
  });

  test('a write whose answer repeats another value', async () => {
    const host = await started((socket, request) => void socket.write(frame(request, '0600000008')));
    await expect(hostsOf().write(at(host), WRITE)).rejects.toMatchObject({ code: 'ANSWER' });
  });

  test('an answer that is cut off by the end of the connection', async () => {
    const host = await started(first((socket, request) => void socket.end(frame(request, ANSWER).subarray(0, 10))));
    const hosts = hostsOf();
    await expect(hosts.read(at(host), READ)).rejects.toMatchObject({ code: 'ANSWER' });
    expect(await hexOf(hosts.read(at(host), READ))).toBe(WHOLE);
  });

  test('bytes without a request', async () => {
    const sockets: Socket[] = [];
    const host = await started((socket, request, index) => {
      sockets.push(socket);
      answer(socket, request, index);
    });
    const hosts = hostsOf();
    await hosts.read(at(host), READ);
    sockets[0]?.write(Buffer.of(0));
    await host.ended(0);
    expect(await hexOf(hosts.read(at(host), READ))).toBe(WHOLE);
    expect(host.connections()).toBe(2);
  });
});

describe('slow and silent hosts', () => {
  test.each<ModbusTransport>(['TCP', 'RTU_OVER_TCP'])('an answer may come byte by byte (%s)', async (transport) => {
    const host = await started((socket, request) => {
      const bytes = [...(transport === 'TCP' ? frame(request, ANSWER) : rtuFrame(1, ANSWER))];
      const next = (): void => {
        const byte = bytes.shift();
        if (byte !== undefined) socket.write(Buffer.of(byte), () => setImmediate(next));
      };
      next();
    });
    expect(await hexOf(hostsOf().read(at(host, transport), READ))).toBe(WHOLE);
  });

  test('bytes do not prolong the time for an answer', async () => {
    const host = await started(first((socket, request) => void socket.write(frame(request, ANSWER).subarray(0, -1))));
    const hosts = hostsOf({ answerMs: 50 });
    await expect(hosts.read(at(host), READ)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await host.ended(0);
  });

  test('a silent unit does not fail the next request to its host', async () => {
    const host = await started((socket, request) => {
      if (request[6] === 9) socket.write(frame(request, ANSWER));
      else vi.advanceTimersByTime(200);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hosts = hostsOf({ answerMs: 200 });
    const silent = hosts.read(at(host), READ);
    const other = hosts.read({ ...at(host), unit: 9 }, READ);
    await expect(silent).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(await hexOf(other)).toBe(WHOLE);
    expect(host.connections()).toBe(2);
  });

  test('a host that stalls delays no other host', async () => {
    const stalled = await started(() => {});
    const host = await started(answer);
    const hosts = hostsOf();
    const pending = hosts.read(at(stalled), READ);
    for (let i = 0; i < 20; i++) expect(await hexOf(hosts.read(at(host), READ))).toBe(WHOLE);
    expect(hosts.size()).toBe(2);
    const stopping = hosts.stop();
    await expect(pending).rejects.toMatchObject({ code: 'STOPPED' });
    await stopping;
  });

  test('a host that accepts no connection fails all that wait for it when the time is over', async () => {
    const host = await fullHost();
    const hosts = hostsOf({ connectMs: 100 });
    const results = await Promise.allSettled([hosts.read(at(host), READ), hosts.read(at(host), READ)]);
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'UNREACHABLE' } });
  });

  test('a host without a listener fails all that wait for it', async () => {
    const host = await scriptedHost(answer);
    await host.close();
    const hosts = hostsOf();
    const results = await Promise.allSettled([hosts.read(at(host), READ), hosts.write(at(host), WRITE)]);
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'REFUSED' } });
  });
});

describe('exceptions', () => {
  test('a busy device is asked again', async () => {
    const host = await started(
      (socket, request, index) => void socket.write(frame(request, index < 2 ? '8306' : ANSWER)),
    );
    expect(await hexOf(hostsOf().read(at(host), READ))).toBe(WHOLE);
    expect(host.requests).toHaveLength(3);
    expect(host.connections()).toBe(1);
  });

  test('a device that stays busy is given up after three retries', async () => {
    const host = await started((socket, request) => void socket.write(frame(request, '8306')));
    await expect(hostsOf().read(at(host), READ)).rejects.toMatchObject({ code: 'EXCEPTION', exception: 6 });
    expect(host.requests).toHaveLength(4);
  });

  test('stopping ends the wait for a busy device', async () => {
    const hosts = hostsOf({ busyMs: LONG });
    let onAsked = (): void => {};
    const asked = new Promise<void>((resolve) => {
      onAsked = resolve;
    });
    const host = await started((socket, request) => void socket.write(frame(request, '8306'), onAsked));
    const reading = hosts.read(at(host), READ);
    await asked;
    await Promise.all([hosts.stop(), expect(reading).rejects.toMatchObject({ code: 'STOPPED' })]);
  });

  test.each([1, 2, 3, 4, 10, 11])('exception %d keeps the connection', async (code) => {
    const pdu = Buffer.of(0x83, code).toString('hex');
    const host = await started(first((socket, request) => void socket.write(frame(request, pdu))));
    const hosts = hostsOf();
    await expect(hosts.read(at(host), READ)).rejects.toMatchObject({ code: 'EXCEPTION', exception: code });
    expect(await hexOf(hosts.read(at(host), READ))).toBe(WHOLE);
    expect(host.connections()).toBe(1);
  });

  test('a device without function 6 is written by function 16', async () => {
    const host = await started((socket, request) => {
      socket.write(frame(request, request[7] === 6 ? '8601' : '1000000001'));
    });
    await hostsOf().write(at(host), WRITE);
    expect(host.requests.map((request) => request.subarray(7).toString('hex'))).toEqual([
      '0600000007',
      '1000000001020007',
    ]);
  });
});

describe('connections', () => {
  test('a host gets one request at a time', async () => {
    let open = 0;
    let most = 0;
    const host = await started((socket, request) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        socket.write(frame(request, ANSWER));
      });
    });
    const hosts = hostsOf();
    await Promise.all(Array.from({ length: 30 }, () => hosts.read(at(host), READ)));
    expect(most).toBe(1);
    expect(host.requests.every(({ length }) => length === 12)).toBe(true);
    expect(host.connections()).toBe(1);
    expect(new Set(host.requests.map((request) => request.readUInt16BE(0))).size).toBe(30);
  });

  test('a connection that the device closes before it answers is replaced for a read', async () => {
    const host = await started((socket, request, index) => {
      if (index === 1) socket.resetAndDestroy();
      else socket.write(frame(request, ANSWER));
    });
    const hosts = hostsOf();
    await hosts.read(at(host), READ);
    expect(await hexOf(hosts.read(at(host), READ))).toBe(WHOLE);
    expect(host.connections()).toBe(2);
  });

  test('a write is never repeated', async () => {
    const host = await started((socket, request, index) => {
      if (index === 1) socket.destroy();
      else socket.write(frame(request, ANSWER));
    });
    const hosts = hostsOf();
    await hosts.read(at(host), READ);
    await expect(hosts.write(at(host), WRITE)).rejects.toMatchObject({ code: 'LOST' });
    expect(host.requests).toHaveLength(2);
  });

  test('a device that closes each new connection is not asked forever', async () => {
    const host = await started((socket) => socket.destroy());
    await expect(hostsOf().read(at(host), READ)).rejects.toMatchObject({ code: 'LOST' });
    expect(host.connections()).toBe(1);
  });

  test('a connection after each answer costs nothing', async () => {
    const host = await started((socket, request) => void socket.end(frame(request, ANSWER)));
    const hosts = hostsOf();
    for (let i = 0; i < 5; i++) {
      expect(await hexOf(hosts.read(at(host), READ))).toBe(WHOLE);
      await host.ended(i);
    }
  });

  test('an idle connection is closed and forgotten', async () => {
    const host = await started(answer);
    const hosts = hostsOf({ idleMs: 1 });
    await hosts.read(at(host), READ);
    await host.ended(0);
    expect(hosts.size()).toBe(0);
    expect(await hexOf(hosts.read(at(host), READ))).toBe(WHOLE);
  });

  test('the queue of a host is bounded', async () => {
    const host = await started(() => {});
    const hosts = hostsOf({ maxQueued: 2 });
    // One is on its way, two wait.
    const waiting = [1, 2, 3].map(() => hosts.read(at(host), READ));
    await expect(hosts.read(at(host), READ)).rejects.toMatchObject({ code: 'QUEUE_FULL' });
    await hosts.stop();
    for (const result of await Promise.allSettled(waiting)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'STOPPED' } });
    }
  });

  test('stopping ends connections and refuses requests', async () => {
    const host = await started(answer);
    const hosts = hostsOf();
    await hosts.read(at(host), READ);
    await hosts.stop();
    await host.ended(0);
    await expect(hosts.read(at(host), READ)).rejects.toMatchObject({ code: 'STOPPED' });
  });
});

describe('requests that no device gets', () => {
  test.each(['localhost', 'device.example', '', '127.0.0.1:502', '0x7f000001'])('address %s', async (address) => {
    const reading = hostsOf().read({ ...at({ port: 502 }), address }, READ);
    await expect(reading).rejects.toMatchObject({ code: 'ADDRESS' });
  });

  test.each([0, -1, 65_536, 1.5, Number.NaN])('port %d', async (port) => {
    await expect(hostsOf().read(at({ port }), READ)).rejects.toMatchObject({ code: 'ADDRESS' });
  });

  test.each([-1, 256, 0.5])('unit %d', async (unit) => {
    const reading = hostsOf().read({ ...at({ port: 502 }), unit }, READ);
    await expect(reading).rejects.toMatchObject({ code: 'REQUEST' });
  });

  test.each([
    { table: 'HOLDING', register: 0, count: 126 },
    { table: 'INPUT', register: 0, count: 0 },
    { table: 'COIL', register: 0, count: 2001 },
    { table: 'HOLDING', register: 65_535, count: 2 },
    { table: 'HOLDING', register: -1, count: 1 },
    { table: 'HOLDING', register: 0.5, count: 1 },
  ] as const)('read %o', async (request) => {
    await expect(hostsOf().read(at({ port: 502 }), request)).rejects.toMatchObject({ code: 'REQUEST' });
  });

  test.each([
    { table: 'HOLDING', register: 0, values: [] },
    { table: 'HOLDING', register: 0, values: [65_536] },
    { table: 'HOLDING', register: 0, values: [-1] },
    { table: 'COIL', register: 0, values: [2] },
    { table: 'HOLDING', register: 0, values: Array.from({ length: 124 }, () => 0) },
    { table: 'COIL', register: 65_535, values: [0, 1] },
  ] as const)('write %o', async (request) => {
    await expect(hostsOf().write(at({ port: 502 }), request)).rejects.toMatchObject({ code: 'REQUEST' });
  });
});
