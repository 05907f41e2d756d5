import type { getDeviceStart } from '@airdeck/contract/device/routes';
import { topicOf } from '@airdeck/contract/protocol/topic';
import type { z } from 'zod';

/** MQTT's registered port, and the server's default. */
const MQTT_PORT = 1883;
/** Placeholder for the device's secret. */
const SECRET = 'SECRET';
const CODE = 'A1-0001';
const SENSORS = 'PM10,PM2.5,CO2,TEMPERATURE,HUMIDITY';
const FRAME = JSON.stringify({ readings: { PM10: 31, 'PM2.5': 12.4, CO2: 812, TEMPERATURE: 23.6, HUMIDITY: 44 } });

interface StartNames {
  office: string;
  department: string;
  meter: string;
}

/** The server's answer; undefined: not yet there. */
export type DeviceStart = z.infer<typeof getDeviceStart.answer> | undefined;

export const portOf = (start: DeviceStart): number => start?.mqtt_port || MQTT_PORT;

/** The command that registers a first meter. */
export function registerCommand(
  organization: string,
  { office, department, meter }: StartNames,
  start: DeviceStart,
): string {
  const options = [
    `--organization ${organization}`,
    `--office "${office}"`,
    `--department "${department}"`,
    `--code ${CODE}`,
    `--name "${meter}"`,
    `--sensors ${SENSORS}`,
    ...(start?.data_dir ? [`--data "${start.data_dir}"`] : []),
  ];
  return `${start?.command ?? 'npm run device --'} add ${options.join(' ')}`;
}

type Publisher = 'mosquitto' | 'npx';

/** The command that sends the meter's first frame to `host`. */
export function publishCommand(publisher: Publisher, organization: string, host: string, start: DeviceStart): string {
  const tool = publisher === 'mosquitto' ? 'mosquitto_pub' : 'npx mqtt pub';
  const topic = topicOf(organization, CODE, 'readings');
  return `${tool} -h ${host} -p ${portOf(start)} -u ${organization}:${CODE} -P ${SECRET} -q 1 -t ${topic} -m '${FRAME}'`;
}
