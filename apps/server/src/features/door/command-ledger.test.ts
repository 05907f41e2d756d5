import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CommandRig, type DoorPurifier, openCommandRig, type TopicMessage } from '../../testing/command-rig.ts';

interface Family {
  driver: string;
  /** The device's description of itself. */
  intro?: readonly TopicMessage[];
  /** A part of its address, if a bridge has one too. */
  search?: string;
  /** Its state before the command, which it keeps if it refuses. */
  idle: TopicMessage;
  command: readonly [command: string, action: string];
  /** The message of the command; a text of JSON is compared as JSON. */
  sent: TopicMessage;
  /** Its state after the command. */
  done: readonly TopicMessage[];
  /** Reports that leave the state out. */
  vague: readonly TopicMessage[];
  /** The reported state after the command. */
  state: object;
}

const DYSON = '438/AB1-EU-CDE2345F';
const dyson = (state: object): TopicMessage => [
  `${DYSON}/status/current`,
  JSON.stringify({ msg: 'CURRENT-STATE', 'product-state': state }),
];
const shelly = (state: object): TopicMessage => ['shelly-1/status/switch:0', JSON.stringify({ id: 0, ...state })];
const tasmota = (state: object): TopicMessage => ['tele/plug/SENSOR', JSON.stringify(state)];

const fan = (name: string, kind: object) => ({ name, property: `fan_${name}`, access: 7, ...kind });
/** The parts of Zigbee2MQTT's description of a STARKVIND that its driver reads. */
const STARKVIND = {
  ...{ ieee_address: '0x01', friendly_name: '교실 101' },
  definition: {
    ...{ model: 'E2007', vendor: 'IKEA' },
    exposes: [
      {
        type: 'fan',
        features: [
          fan('state', { type: 'binary', value_on: 'ON', value_off: 'OFF' }),
          fan('mode', { type: 'enum', values: ['off', 'auto', ...'123456789'] }),
        ],
      },
      { type: 'numeric', name: 'fan_speed', property: 'fan_speed', access: 5, value_min: 0, value_max: 9 },
    ],
  },
};
const starkvind = (state: object): TopicMessage => ['zigbee2mqtt/교실 101', JSON.stringify(state)];

const FAMILIES: readonly Family[] = [
  {
    driver: 'zigbee2mqtt',
    search: '교실',
    intro: [['zigbee2mqtt/bridge/devices', JSON.stringify([STARKVIND])]],
    idle: starkvind({ fan_state: 'OFF', fan_mode: 'off', fan_speed: 0 }),
    command: ['FAN_SPEED', 'MEDIUM'],
    sent: ['zigbee2mqtt/교실 101/set', '{"fan_mode":"5"}'],
    done: [starkvind({ fan_state: 'ON', fan_mode: '5', fan_speed: 5 })],
    vague: [starkvind({ fan_state: 'ON', fan_mode: 'auto' })],
    state: { power: 'ON', control: 'MANUAL', fan_speed: 'MEDIUM', commands: ['POWER', 'WORK', 'FAN_SPEED'] },
  },
  {
    driver: 'tasmota',
    idle: ['stat/plug/RESULT', '{"POWER":"OFF"}'],
    command: ['POWER', 'ON'],
    sent: ['cmnd/plug/POWER', 'ON'],
    // The power that the load takes is the proof that it runs.
    done: [['stat/plug/RESULT', '{"POWER":"ON"}'], tasmota({ ENERGY: { Power: 31 } })],
    vague: [['stat/plug/RESULT', '{"Wifi":{"RSSI":80}}']],
    state: { power: 'ON', run: 'WORK', commands: ['POWER'] },
  },
  {
    driver: 'shelly',
    idle: shelly({ output: false, apower: 0 }),
    command: ['POWER', 'ON'],
    sent: ['shelly-1/rpc', '{"id":1,"src":"airdeck","method":"Switch.Set","params":{"id":0,"on":true}}'],
    done: [shelly({ output: true, apower: 0.8 }), shelly({ apower: 40 })],
    vague: [shelly({ voltage: 231 })],
    state: { power: 'ON', run: 'WORK', commands: ['POWER'] },
  },
  {
    driver: 'esphome',
    intro: [
      [
        'homeassistant/fan/node/vent/config',
        JSON.stringify({ stat_t: 'node/fan/vent/state', avty_t: 'node/status', spd_rng_max: 9 }),
      ],
    ],
    idle: ['node/fan/vent/state', 'OFF'],
    command: ['FAN_SPEED', 'STRONG'],
    sent: ['node/fan/vent/speed_level/command', '9'],
    done: [
      ['node/fan/vent/speed_level/state', '9'],
      ['node/fan/vent/state', 'ON'],
    ],
    // It runs, at a level that is out of range.
    vague: [
      ['node/fan/vent/speed_level/state', '50'],
      ['node/fan/vent/state', 'ON'],
    ],
    state: { power: 'ON', fan_speed: 'STRONG', commands: ['POWER', 'FAN_SPEED'] },
  },
  {
    driver: 'dyson',
    idle: dyson({ fpwr: 'ON', auto: 'ON', fnsp: 'AUTO' }),
    command: ['FAN_SPEED', 'MEDIUM'],
    sent: [`${DYSON}/command`, '{"msg":"STATE-SET","mode-reason":"LAPP","data":{"fpwr":"ON","fnsp":"0006"}}'],
    done: [dyson({ fpwr: 'ON', auto: 'OFF', fnsp: '0006' })],
    vague: [dyson({ fpwr: 'ON', auto: 'OFF' })],
    state: { power: 'ON', control: 'MANUAL', fan_speed: 'MEDIUM', commands: ['POWER', 'WORK', 'FAN_SPEED'] },
  },
  {
    driver: 'home-assistant',
    intro: [
      [
        'homeassistant/fan/purifier/config',
        JSON.stringify({
          ...{ name: 'Purifier', uniq_id: 'p1', stat_t: 'p/state', cmd_t: 'p/set', pct_stat_t: 'p/speed' },
          ...{ pct_cmd_t: 'p/speed/set', pct_cmd_tpl: '{"speed": {{ value }}}' },
        }),
      ],
    ],
    idle: ['p/state', 'OFF'],
    command: ['FAN_SPEED', 'WEAK'],
    sent: ['p/speed/set', '{"speed":22}'],
    done: [
      ['p/speed', '22'],
      ['p/state', 'ON'],
    ],
    vague: [
      ['p/speed', 'None'],
      ['p/state', 'ON'],
    ],
    state: { power: 'ON', fan_speed: 'WEAK', commands: ['POWER', 'FAN_SPEED'] },
  },
];

let rig: CommandRig;
beforeAll(async () => {
  rig = await openCommandRig(FAMILIES.length + 1);
});
afterAll(() => rig.close());

const jsonOf = (text: string): unknown => {
  const { time: _, ...rest } = JSON.parse(text.startsWith('{') ? text : JSON.stringify({ text }));
  return rest;
};

describe.each(FAMILIES)('a command to $driver', ({ driver, command, sent, done, vague, state, ...setup }) => {
  let device: DoorPurifier;
  beforeAll(async () => {
    device = await rig.device(driver, setup);
  });
  beforeEach(async () => {
    await device.say(setup.idle);
    await rig.compared();
    device.received.length = 0;
  });

  /** Requests it; resolves with its id when the device has received it. */
  const request = async (): Promise<number | string> => {
    const id = await rig.command(device.purifierId, ...command);
    await rig.comesTo(id, 'ACCEPTED');
    await expect.poll(() => device.received.length).toBe(1);
    return id;
  };

  test("goes out as the family's own message, and the reported state confirms it", async () => {
    const id = await request();
    const [[topic, payload] = ['', '']] = device.received;
    expect([topic, jsonOf(payload)]).toEqual([sent[0], jsonOf(sent[1])]);
    await device.say(...done);
    await rig.comesTo(id, 'CONFIRMED');
    expect(await rig.reported(device.purifierId)).toMatchObject(state);
  });

  test('expires if the device refuses, and a report that leaves the state out confirms nothing', async () => {
    const id = await request();
    await device.say(setup.idle, ...vague);
    await rig.compared();
    await rig.expire(id);
    await rig.comesTo(id, 'EXPIRED');
  });

  test('ends with what the device did, even if that is reported late', async () => {
    const id = await request();
    await rig.expire(id);
    await rig.comesTo(id, 'EXPIRED');
    await device.say(...done);
    await rig.comesTo(id, 'CONFIRMED');
  });
});

test('a relay is on, and stands still, while its load takes no more than 5 W', async () => {
  const device = await rig.device('tasmota', { idle: ['stat/fan/RESULT', '{"POWER":"OFF"}'] });
  const id = await rig.command(device.purifierId, 'POWER', 'ON');
  await rig.comesTo(id, 'ACCEPTED');
  await device.say(['stat/fan/RESULT', '{"POWER":"ON"}'], ['tele/fan/SENSOR', '{"ENERGY":{"Power":5}}']);
  await rig.comesTo(id, 'CONFIRMED');
  expect(await rig.reported(device.purifierId)).toMatchObject({ power: 'ON', run: 'STOP' });
  expect(await rig.command(device.purifierId, 'FAN_SPEED', 'WEAK')).toBe('NOT_SUPPORTED');
});
