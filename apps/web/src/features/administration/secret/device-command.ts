import type { DeviceCredential } from '@airdeck/contract/device/schema';
import { topicOf } from '@airdeck/contract/protocol/topic';

/** MQTT's registered port. */
const MQTT_PORT = 1883;

/** The command that sends one reading as the device, to the broker at `host`. */
export function publishCommand({ username, secret, mqtt_port, mqtt_tls }: DeviceCredential, host: string): string {
  const [organization = '', code = ''] = username.split(':');
  const server = `-h ${host} -p ${mqtt_port === 0 ? MQTT_PORT : mqtt_port}${mqtt_tls ? ' -C mqtts' : ''}`;
  const topic = topicOf(organization, code, 'readings');
  return `npx mqtt pub ${server} -u ${username} -P ${secret} -q 1 -t ${topic} -m '{"readings":{"CO2":812}}'`;
}
