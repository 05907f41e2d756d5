import { checkRegisterMap } from '@airdeck/drivers/check-register-map';
import { decodeRegisters, encodeWrite, isConfirmed, planReads } from '@airdeck/drivers/register-map';
import { REGISTER_MAPS } from '@airdeck/drivers/register-maps/index';
import { afterEach, describe, expect, test } from 'vitest';
import { modbusPeer, type Peer, type PeerMemory, rtuGateway } from '../../testing/modbus-peers.ts';
import type { ModbusTransport } from './framing.ts';
import { createModbusHosts, type ModbusDevice, type ModbusHosts } from './modbus-hosts.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const memoryOf = (): PeerMemory => ({ holding: new Map(), input: new Map(), coils: new Map(), discrete: new Map() });

const opened = async <P extends Peer>(starting: Promise<P>): Promise<P> => {
  const peer = await starting;
  closers.push(() => peer.close());
  return peer;
};

const hostsOf = (): ModbusHosts => {
  const hosts = createModbusHosts({ connectMs: 20_000, answerMs: 20_000 });
  closers.push(() => hosts.stop());
  return hosts;
};

/** A peer with this memory, reached in this way. */
const deviceOf = async (memory: PeerMemory, transport: ModbusTransport, unit = 1): Promise<ModbusDevice> => {
  const peer = await opened(modbusPeer(memory));
  const { port } = transport === 'TCP' ? peer : await opened(rtuGateway(peer.port));
  return { address: '127.0.0.1', port, transport, unit };
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe.each<ModbusTransport>(['TCP', 'RTU_OVER_TCP'])('modbus-serial by %s', (transport) => {
  test('reads the four tables', async () => {
    const memory = memoryOf();
    for (let i = 0; i < 125; i++) memory.holding.set(`7 ${i + 1000}`, i * 500);
    memory.input.set('7 65535', 0xbeef);
    for (let i = 0; i < 11; i++) memory.coils.set(`7 ${i}`, i % 3 === 0);
    for (let i = 0; i < 2000; i++) memory.discrete.set(`7 ${i}`, true);
    const device = await deviceOf(memory, transport, 7);
    const hosts = hostsOf();

    const holding = await hosts.read(device, { table: 'HOLDING', register: 1000, count: 125 });
    expect(holding).toMatchObject({ table: 'HOLDING', register: 1000, count: 125 });
    expect(Buffer.from(holding.data).readUInt16BE(248)).toBe(62_000);
    expect(hex((await hosts.read(device, { table: 'INPUT', register: 65_535, count: 1 })).data)).toBe('beef');
    expect(hex((await hosts.read(device, { table: 'COIL', register: 0, count: 11 })).data)).toBe('4902');
    const bits = await hosts.read(device, { table: 'DISCRETE', register: 0, count: 2000 });
    expect(hex(bits.data)).toBe('ff'.repeat(250));
  });

  test('writes one and several registers and coils', async () => {
    const memory = memoryOf();
    for (let i = 0; i < 20; i++) memory.holding.set(`1 ${i}`, 0).set(`2 ${i}`, 0);
    for (let i = 0; i < 20; i++) memory.coils.set(`1 ${i}`, i === 1);
    const device = await deviceOf(memory, transport);
    const hosts = hostsOf();

    await hosts.write(device, { table: 'HOLDING', register: 3, values: [65_535] });
    await hosts.write(device, { table: 'HOLDING', register: 4, values: [1, 258] });
    await hosts.write(device, { table: 'COIL', register: 0, values: [1] });
    await hosts.write(device, { table: 'COIL', register: 1, values: [0] });
    await hosts.write(device, { table: 'COIL', register: 9, values: [1, 0, 1, 1, 0, 0, 0, 0, 0, 1] });
    expect([3, 4, 5, 6].map((place) => memory.holding.get(`1 ${place}`))).toEqual([65_535, 1, 258, 0]);
    expect(memory.holding.get('2 3')).toBe(0);
    const coils = Array.from({ length: 20 }, (_, i) => i).filter((place) => memory.coils.get(`1 ${place}`));
    expect(coils).toEqual([0, 9, 11, 12, 18]);
  });

  test('an exception is an answer', async () => {
    const memory = memoryOf();
    memory.holding.set('1 0', 5);
    const device = await deviceOf(memory, transport);
    const hosts = hostsOf();
    const refused = hosts.read(device, { table: 'HOLDING', register: 999, count: 1 });
    await expect(refused).rejects.toMatchObject({ code: 'EXCEPTION', exception: 2 });
    expect(hex((await hosts.read(device, { table: 'HOLDING', register: 0, count: 1 })).data)).toBe('0005');
  });

  test('reads and commands a ventilation unit by its map, and confirms by reading back', async () => {
    const map = checkRegisterMap(REGISTER_MAPS['systemair-save']);
    if ('errors' in map) return expect.fail('the map is invalid');
    const memory = memoryOf();
    memory.input.set('1 1160', 1);
    for (const [place, value] of [
      [1130, 3],
      [1161, 0],
      [12_101, 0xffce],
      [12_102, 200],
      [12_135, 45],
      [12_543, 219],
    ]) {
      memory.holding.set(`1 ${place}`, value ?? 0);
    }
    const device = await deviceOf(memory, transport, map.unit);
    const hosts = hostsOf();
    const readAll = () => Promise.all(planReads(map).map((group) => hosts.read(device, group)));

    const before = decodeRegisters(map, await readAll());
    expect(before.values.map(({ value }) => value)).toEqual([21.9, 45, -5, 20]);
    expect(before.purifier).toMatchObject({ control: 'MANUAL', fan_speed: 'MEDIUM' });

    const command = encodeWrite(map, 'FAN_SPEED', 'STRONG');
    const readBacks = command?.readBacks ?? [];
    const readBack = () =>
      Promise.all(readBacks.map(({ table, register }) => hosts.read(device, { table, register, count: 1 })));
    expect(isConfirmed(readBacks, await readBack())).toBe(false);
    for (const { table, register, value } of command?.writes ?? []) {
      await hosts.write(device, { table, register, values: [value] });
    }
    expect(isConfirmed(readBacks, await readBack())).toBe(true);
    expect(memory.holding.get('1 1130')).toBe(4);
    expect(decodeRegisters(map, await readAll()).purifier).toMatchObject({ fan_speed: 'STRONG' });
  });

  test('answers many requests at once, each with its own', async () => {
    const memory = memoryOf();
    for (let i = 0; i < 50; i++) memory.holding.set(`1 ${i}`, i);
    const device = await deviceOf(memory, transport);
    const hosts = hostsOf();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, register) => hosts.read(device, { table: 'HOLDING', register, count: 1 })),
    );
    expect(answers.map(({ data }) => data[1])).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(hosts.size()).toBe(1);
  });
});
