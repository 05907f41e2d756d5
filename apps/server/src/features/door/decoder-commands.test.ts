import { rmSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDecoderWorker } from '../../testing/build-program.ts';
import { type CommandRig, type DoorPurifier, openCommandRig, type TopicMessage } from '../../testing/command-rig.ts';
import { splitPurifier } from './decoder-purifier.ts';

const EUI = '1000000000000001';
/** One byte is the level; the encoder misbehaves with all other commands. */
const SOURCE = `
  var SPEEDS = ['STOP', 'WEAK', 'MEDIUM', 'STRONG'];
  function decodeUplink(input) {
    var level = input.bytes[0];
    return {
      data: {
        level: level,
        purifier: {
          power: level ? 'ON' : 'OFF', fan_speed: SPEEDS[level], commands: ['POWER', 'FAN_SPEED', 'LIGHT', 'UV'],
        },
      },
    };
  }
  function encodeDownlink(input) {
    var name = input.data.command + ' ' + input.data.action;
    if (name === 'FAN_SPEED STRONG') return { fPort: 10, bytes: [1, 3] };
    if (name === 'FAN_SPEED WEAK') throw new Error('no such level');
    if (name === 'POWER ON') for (;;);
    if (name === 'POWER OFF') return { errors: ['it has no switch'] };
    if (name === 'LIGHT ON') return { fPort: 10, bytes: 'text' };
    if (name === 'LIGHT OFF') return { fPort: 0, bytes: [1] };
    if (name === 'UV ON') return { fPort: 10, bytes: new Array(243).fill(1) };
    return { fPort: 10, bytes: new Array(1e5).fill(1) };
  }`;
const base64 = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');

const chirpstack = (level: number): TopicMessage => [
  `application/a1/device/${EUI}/event/up`,
  JSON.stringify({ deviceInfo: { devEui: EUI, deviceProfileName: 'Fan' }, fPort: 2, data: base64(level) }),
];
const SERVERS: readonly [name: string, uplink: (level: number) => TopicMessage, topic: string, message: object][] = [
  [
    'ChirpStack',
    chirpstack,
    `application/a1/device/${EUI}/command/down`,
    { devEui: EUI, confirmed: false, fPort: 10, data: base64(1, 3) },
  ],
  [
    'The Things Stack',
    (level) => [
      'v3/app@tenant/devices/fan/up',
      JSON.stringify({
        end_device_ids: { device_id: 'fan', dev_eui: EUI },
        uplink_message: { f_port: 2, frm_payload: base64(level) },
      }),
    ],
    'v3/app@tenant/devices/fan/down/push',
    { downlinks: [{ f_port: 10, frm_payload: base64(1, 3), priority: 'NORMAL' }] },
  ],
  [
    'a Milesight gateway',
    (level) => [`milesight/uplink/${EUI}`, JSON.stringify({ devEUI: EUI, fPort: 2, data: base64(level) })],
    `milesight/downlink/${EUI}`,
    { devEUI: EUI, confirmed: false, fPort: 10, data: base64(1, 3) },
  ],
];

let program: URL;
let rig: CommandRig;
beforeAll(async () => {
  program = buildDecoderWorker();
  rig = await openCommandRig(SERVERS.length + 3, { decoderProgram: program });
});
afterAll(async () => {
  await rig.close();
  rmSync(program);
});

const addDecoder = (name: string, source = SOURCE): Promise<{ id: number; driver: string }> =>
  rig.ask('POST', '/decoders', { organization_id: rig.own.id, name, source });

test.each(SERVERS)('a command goes out through %s, and an uplink confirms it', async (name, uplink, topic, message) => {
  const { driver } = await addDecoder(name);
  const device = await rig.device(driver, { idle: uplink(1) });
  const id = await rig.command(device.purifierId, 'FAN_SPEED', 'STRONG');
  await rig.comesTo(id, 'ACCEPTED');
  await expect.poll(() => device.received.length).toBe(1);
  const [[sentTopic, payload] = ['', '']] = device.received;
  expect([sentTopic, JSON.parse(payload)]).toEqual([topic, message]);
  // It sleeps: its next uplink was sent before it got the downlink.
  await device.say(uplink(1));
  await rig.compared();
  await device.say(uplink(3));
  await rig.comesTo(id, 'CONFIRMED');
  // Two intervals of its meter.
  const { rows } = await rig.db.query(sql`
    select extract(epoch from k.expires_time - k.requested_time) / m.interval_s as intervals
    from command k join meter m on m.id = k.meter_id where k.id = ${id}`);
  expect(rows.map(({ intervals }) => Number(intervals))).toEqual([2]);
});

describe('an encoder that fails', () => {
  let device: DoorPurifier;
  let decoder: { id: number; driver: string };
  beforeAll(async () => {
    decoder = await addDecoder('Hostile');
    device = await rig.device(decoder.driver, { idle: chirpstack(1) });
  });

  test.each([
    ['POWER', 'OFF', 'NOT_SUPPORTED', 'it has no switch'],
    ['FAN_SPEED', 'WEAK', 'NOT_SUPPORTED', 'no such level'],
    ['LIGHT', 'ON', 'NOT_SUPPORTED', 'the encoder returned no bytes'],
    ['LIGHT', 'OFF', 'NOT_SUPPORTED', 'the encoder chose no port from 1 to 223'],
    ['UV', 'ON', 'NOT_SUPPORTED', 'a downlink of 243 bytes'],
    ['UV', 'OFF', 'NOT_SUPPORTED', 'the result is longer'],
    ['POWER', 'ON', 'FAILED', 'ms'],
  ])('costs its own command: %s %s is refused with %s', async (command, action, refusal, fault) => {
    device.received.length = 0;
    const id = await rig.command(device.purifierId, command, action);
    expect(await rig.comesTo(id, 'REJECTED')).toMatchObject({ refusal });
    const faultOf = async () => (await rig.ask('GET', `/door-devices/${device.deviceId}`)).fault;
    await expect.poll(faultOf, { timeout: 20_000 }).toContain(`${command} ${action}: `);
    expect(await faultOf()).toContain(fault);
    await rig.comesTo(await rig.command(device.purifierId, 'FAN_SPEED', 'STRONG'), 'ACCEPTED');
    await expect.poll(() => device.received.length).toBe(1);
  });

  test('switches its decoder off after three times in a row', async () => {
    for (let i = 0; i < 3; i++) {
      await rig.comesTo(await rig.command(device.purifierId, 'POWER', 'ON'), 'REJECTED');
    }
    const stateOf = async () => (await rig.ask('GET', `/decoders/${decoder.id}`)).state;
    await expect.poll(stateOf, { timeout: 20_000 }).toBe('OFF_BY_TROUBLE');
  });
});

test.each([
  ['has no encoder', SOURCE.replaceAll('encodeDownlink', 'encode'), chirpstack],
  [
    'has no network server',
    SOURCE.replaceAll('input.bytes[0]', 'input.json.level'),
    (level: number): TopicMessage => ['fan/1', JSON.stringify({ level })],
  ],
])('a device that %s takes no commands, and the console knows', async (name, source, uplink) => {
  const { driver } = await addDecoder(name, source);
  const device = await rig.device(driver, { idle: uplink(1) });
  expect(await rig.reported(device.purifierId)).toMatchObject({ fan_speed: 'WEAK', commands: [] });
  expect(await rig.command(device.purifierId, 'FAN_SPEED', 'STRONG')).toBe('NOT_SUPPORTED');
});

describe("the purifier in a decoder's data", () => {
  test('is separated from the values', () => {
    const purifier = { power: 'ON', control: 'AUTO', run: 'WORK', filter_use_h: [12] };
    expect(splitPurifier({ co2: 500, purifier: { ...purifier, commands: ['POWER'] } })).toEqual({
      ...{ values: { co2: 500 }, purifier, commands: ['POWER'], warnings: [] },
    });
    expect(splitPurifier({ co2: 500 })).toEqual({ values: { co2: 500 }, warnings: [] });
  });

  test.each([
    ['text', 'on'],
    ['a list', []],
    ['no power', { fan_speed: 'WEAK' }],
    ['an unknown speed', { power: 'ON', fan_speed: 'TURBO' }],
    ['an unknown command', { power: 'ON', commands: ['EXPLODE'] }],
    ['hours below zero', { power: 'ON', filter_use_h: [-1] }],
    ['four filters', { power: 'ON', filter_use_h: [1, 1, 1, 1] }],
  ])('that is %s costs the values nothing', (_, purifier) => {
    expect(splitPurifier({ co2: 500, purifier })).toEqual({
      ...{ values: { co2: 500 }, warnings: [expect.stringMatching(/^purifier/)] },
    });
  });
});
