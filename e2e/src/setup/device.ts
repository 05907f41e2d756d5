import mqtt from 'mqtt';
import type { DeviceLogin, PLACES } from './servers.ts';

type TestMeter = (typeof PLACES)[keyof typeof PLACES];

/** Speaks as the device of a meter that the tests added; resolves when the server has taken it. */
export const speak = async (mqttUrl: string, login: DeviceLogin, meter: TestMeter, message: object): Promise<void> => {
  const client = await mqtt.connectAsync(mqttUrl, login, false);
  const topic = `airdeck/v1/${meter.organization}/${meter.code}/readings`;
  await client.publishAsync(topic, JSON.stringify(message), { qos: 1 });
  await client.endAsync();
};
