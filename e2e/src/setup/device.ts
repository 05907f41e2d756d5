import { setTimeout as wait } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import type { DeviceLogin, PLACES } from './servers.ts';

type TestMeter = (typeof PLACES)[keyof typeof PLACES];

const PATIENCE_MS = 10_000;

/** Tries as a device does: one that was registered a moment ago is let in once the server has heard of it. */
const connect = async (mqttUrl: string, login: DeviceLogin): Promise<MqttClient> => {
  for (const until = Date.now() + PATIENCE_MS; ; await wait(100)) {
    try {
      return await mqtt.connectAsync(mqttUrl, login, false);
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
};

/** Speaks as the device of a meter that the tests added; resolves when the server has taken it. */
export const speak = async (mqttUrl: string, login: DeviceLogin, meter: TestMeter, message: object): Promise<void> => {
  const client = await connect(mqttUrl, login);
  const topic = `airdeck/v1/${meter.organization}/${meter.code}/readings`;
  await client.publishAsync(topic, JSON.stringify(message), { qos: 1 });
  await client.endAsync();
};

/** Says of the device that an error began or ended. */
export const report = async (mqttUrl: string, login: DeviceLogin, meter: TestMeter, message: object): Promise<void> => {
  const client = await connect(mqttUrl, login);
  const topic = `airdeck/v1/${meter.organization}/${meter.code}/errors`;
  await client.publishAsync(topic, JSON.stringify(message), { qos: 1 });
  await client.endAsync();
};
