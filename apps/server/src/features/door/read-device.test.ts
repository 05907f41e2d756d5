import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Script, scriptedHost } from '../../testing/modbus-peers.ts';
import { aPolledDevice } from '../../testing/polled-device.ts';
import type { Door } from './door-book.ts';
import { createDeviceReader, type PolledDevice, polledAddress } from './read-device.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

/** Registers 0, 100 and 200: three requests. */
const THREE = {
  name: 'Three',
  reads: [0, 100, 200].map((register) => ({ sensor: `r${register}`, table: 'HOLDING', register })),
};

const polledAt = (port: number, kind: Door['kind'] = 'MODBUS'): PolledDevice =>
  aPolledDevice(THREE, { host: '127.0.0.1', port, kind, unit: 9 });

const LONG = 60_000;
const readerOf = (options: { answerMs?: number; isAllowed?: boolean; monotonic?: () => number } = {}) => {
  const { answerMs = LONG, isAllowed = true, monotonic = () => 0 } = options;
  const reader = createDeviceReader({
    ...{ isAllowed: () => isAllowed, seal: { open: () => null }, monotonic, answerMs },
    modbusOptions: { busyMs: 1, connectMs: LONG },
  });
  closers.push(reader.stop);
  return reader;
};
const started = async (script: Script) => {
  const host = await scriptedHost(script);
  closers.push(host.close);
  return host;
};

/** A frame with the request's transaction and unit. */
const frame = (request: Buffer, pdu: string): Buffer => {
  const body = Buffer.from(pdu, 'hex');
  const header = Buffer.from(request.subarray(0, 7));
  header.writeUInt16BE(body.length + 1, 4);
  return Buffer.concat([header, body]);
};
const registerOf = (request: Buffer): number => request.readUInt16BE(8);
const VALUE = '03020007';

test('whose secret was encrypted with another key is not asked', async () => {
  const host = await started(() => {});
  const polled = polledAt(host.port, 'POLL');
  const login = { kind: 'BEARER' as const, account: null, secret: Buffer.from('x') };
  const answer = await readerOf().read({ ...polled, device: { ...polled.device, login } });
  expect(answer).toMatchObject({ message: null, fault: expect.stringContaining('PASSWORD_LOST') });
  expect(host.connections()).toBe(0);
});

describe('a Modbus device', () => {
  test('that falls silent is asked nothing more, and what it said before counts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const host = await started((socket, request) => {
      if (registerOf(request) === 0) socket.write(frame(request, VALUE));
      else vi.advanceTimersByTime(300);
    });
    const { message, fault, groups } = await readerOf({ answerMs: 300 }).read(polledAt(host.port));
    expect(host.requests.map((request) => [request.readUInt8(6), registerOf(request)])).toEqual([
      [9, 0],
      [9, 100],
    ]);
    expect(groups.map(({ error }) => error?.code ?? null)).toEqual([null, 'TIMEOUT']);
    expect(fault).toBe('HOLDING 100: TIMEOUT: no whole answer within 300 ms');
    expect(JSON.parse(String(message?.payload))).toEqual({
      registers: [{ table: 'HOLDING', register: 0, count: 1, data: '0007' }],
      failures: [{ table: 'HOLDING', register: 100, count: 1, error: 'TIMEOUT' }],
    });
  });

  test('that refuses one group is asked for the others', async () => {
    const host = await started((socket, request) =>
      socket.write(frame(request, registerOf(request) === 100 ? '8304' : VALUE)),
    );
    const { groups } = await readerOf().read(polledAt(host.port));
    expect(groups.map(({ error }) => error?.exception ?? null)).toEqual([null, 4, null]);
  });

  test('that is busy is asked again', async () => {
    const host = await started((socket, request, index) => socket.write(frame(request, index === 0 ? '8306' : VALUE)));
    expect(await readerOf().read(polledAt(host.port))).toMatchObject({ fault: null });
    expect(host.requests).toHaveLength(4);
  });

  test.each<[string, Script, string]>([
    ['garbage', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'ANSWER'],
    ['too many bytes', (socket) => socket.write(Buffer.alloc(100_000)), 'ANSWER'],
    ['an answer of another unit', (socket, request) => socket.write(frame(request.fill(3, 6, 7), VALUE)), 'ANSWER'],
    ['no connection for long', (socket) => socket.destroy(), 'LOST'],
  ])('%s is a fault and no message', async (_, script, code) => {
    const host = await started(script);
    const { message, fault } = await readerOf().read(polledAt(host.port));
    expect(message).toBeNull();
    expect(fault).toContain(`HOLDING 0: ${code}: `);
  });

  test('that is slow for all its registers keeps those that came in time', async () => {
    let now = 0;
    const host = await started((socket, request) => {
      now += 20_000;
      socket.write(frame(request, VALUE));
    });
    const { message, fault } = await readerOf({ monotonic: () => now }).read(polledAt(host.port));
    expect(message).not.toBeNull();
    expect(fault).toBe('HOLDING 200: TIMEOUT: not all registers were read within 30000 ms');
  });
});

test.each(['POLL', 'MODBUS'] as const)('no %s device is asked at an address that is not allowed', async (kind) => {
  const host = await started(() => {});
  const answer = await readerOf({ isAllowed: false }).read(polledAt(host.port, kind));
  expect(answer.fault).toContain('ADDRESS_REFUSED');
  expect(host.connections()).toBe(0);
});

test('the address of a device follows from its host, port and unit', () => {
  const at = (kind: 'POLL' | 'MODBUS', host: string, port: number) => polledAddress(kind, { host, port, unit: 7 });
  expect(at('POLL', '10.0.0.1', 80)).toBe('10.0.0.1');
  expect(at('POLL', '10.0.0.1', 8080)).toBe('10.0.0.1:8080');
  expect(at('MODBUS', '10.0.0.1', 502)).toBe('10.0.0.1:502/7');
  expect(at('MODBUS', 'fd00::1', 502)).toBe('[fd00::1]:502/7');
});
