import { field, objectOf } from '../body.ts';
import { actionOf, capabilitiesOf } from '../command-table.ts';
import { addressOfConfig, DISCOVERY, isDiscovery, PREFIX } from '../home-assistant/config.ts';
import { decodeDiscovery, decodeState, factsOf } from '../home-assistant/discovery.ts';
import { fanCommands } from '../home-assistant/fan.ts';
import { decodeStatestream, statestreamTopic } from '../home-assistant/statestream.ts';
import type { Driver, Json, Message } from '../types.ts';

const commandsOf = (facts: Json | undefined) => fanCommands(objectOf(field(facts, 'fan')));

/** The message of a topic that a discovery message announced; the address was given with the subscription. */
const isAnnounced = ({ address, topic }: Message): boolean =>
  address?.startsWith(PREFIX) === true && statestreamTopic(topic)?.address !== address && !DISCOVERY.test(topic);

/**
 * Devices that announce themselves by Home Assistant's MQTT discovery, on topics of their own, and entities of
 * `mqtt_statestream`.
 */
export const homeAssistant: Driver = {
  id: 'home-assistant',
  title: { ko: 'Home Assistant (MQTT)', en: 'Home Assistant (MQTT)' },
  transports: ['MQTT'],
  filters: ['homeassistant/#'],
  defaultInterval: 600,
  // The program behind an entity may poll the device itself, or reach it through a service on the internet.
  commandLife: 120,
  matches: (message) =>
    isAnnounced(message) ||
    isDiscovery(message) ||
    (message.address === null && statestreamTopic(message.topic)?.isOwn === true),
  addressOf(message) {
    if (isAnnounced(message)) return message.address;
    if (isDiscovery(message)) return addressOfConfig(message);
    return statestreamTopic(message.topic)?.address ?? message.address;
  },
  decode(message, facts) {
    if (isAnnounced(message)) return decodeState(message, factsOf(facts), message.address ?? '');
    if (!isDiscovery(message)) return decodeStatestream(message, facts);
    const address = this.addressOf(message);
    return address === null ? { frames: [], warnings: [] } : decodeDiscovery(message, factsOf(facts), address);
  },
  capabilities(facts) {
    const commands = capabilitiesOf(commandsOf(facts));
    return Object.keys(commands).length === 0 ? null : commands;
  },
  encode: ({ facts, command, action }) => actionOf(commandsOf(facts), command, action),
};
