import { connectDevice } from './device.ts';
import type { DeviceLogin } from './servers.ts';

const NAME = '1층/교실 101';
const TOPIC = `zigbee2mqtt/${NAME}`;
const binary = (name: string, property: string) => ({
  ...{ type: 'binary', name, property, access: 7, value_on: 'ON', value_off: 'OFF' },
});
/** An IKEA STARKVIND as the bridge describes it. */
const DEVICE = {
  ieee_address: '0x00124b0000000001',
  friendly_name: NAME,
  definition: {
    model: 'E2007',
    vendor: 'IKEA',
    exposes: [
      {
        type: 'fan',
        features: [
          binary('state', 'fan_state'),
          {
            ...{ type: 'enum', name: 'mode', property: 'fan_mode', access: 7 },
            values: ['off', 'auto', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
          },
        ],
      },
      { type: 'numeric', name: 'fan_speed', property: 'fan_speed', access: 5, value_min: 0, value_max: 9 },
      { type: 'numeric', name: 'pm25', property: 'pm25', access: 5, unit: 'µg/m³' },
    ],
  },
};
const REPORT_MS = 2_000;

/** Simulates a Zigbee2MQTT bridge with one purifier, which does what it is commanded and reports it. */
export const openBridge = async (mqttUrl: string, login: DeviceLogin) => {
  const client = await connectDevice(mqttUrl, login);
  const commands: { fan_mode?: string }[] = [];
  let mode = '1';
  const report = () => {
    const state = { fan_state: 'ON', fan_mode: mode, fan_speed: Number(mode), pm25: 12, filter_age: 60 };
    return client.publishAsync(TOPIC, JSON.stringify(state), { qos: 1 });
  };
  client.on('message', (_, payload) => {
    const command = JSON.parse(String(payload)) as { fan_mode?: string };
    commands.push(command);
    mode = command.fan_mode ?? mode;
    void report();
  });
  await client.subscribeAsync(`${TOPIC}/set`, { qos: 1 });
  await client.publishAsync('zigbee2mqtt/bridge/devices', JSON.stringify([DEVICE]), { qos: 1 });
  await report();
  const timer = setInterval(() => void report(), REPORT_MS);
  return {
    topic: TOPIC,
    commands,
    close() {
      clearInterval(timer);
      return client.endAsync();
    },
  };
};
