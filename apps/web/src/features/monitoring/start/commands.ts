import { topicOf } from '@airdeck/contract/protocol/topic';

/** MQTT's registered port, and the server's default. */
export const MQTT_PORT = 1883;
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

/** The command that registers a first meter. */
export function registerCommand(organization: string, { office, department, meter }: StartNames): string {
  const options = [
    `--organization ${organization}`,
    `--office "${office}"`,
    `--department "${department}"`,
    `--code ${CODE}`,
    `--name "${meter}"`,
    `--sensors ${SENSORS}`,
  ];
  return `npm run device -- add ${options.join(' ')}`;
}

type Publisher = 'mosquitto' | 'npx';

/** The command that sends the meter's first frame to `host`. */
export function publishCommand(publisher: Publisher, organization: string, host: string): string {
  const tool = publisher === 'mosquitto' ? 'mosquitto_pub' : 'npx mqtt pub';
  const topic = topicOf(organization, CODE, 'readings');
  return `${tool} -h ${host} -p ${MQTT_PORT} -u ${organization}:${CODE} -P ${SECRET} -q 1 -t ${topic} -m '${FRAME}'`;
}
