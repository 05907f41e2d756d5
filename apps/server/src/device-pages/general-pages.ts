import { COMMANDS } from '@airdeck/domain/control/command';
import { CONTROLS, FAN_SPEEDS, POWERS, RUNS } from '@airdeck/domain/purifier-state';
import type { UplinkExample } from '@airdeck/drivers/examples';
import type { Guide } from '@airdeck/drivers/guide';
import {
  REGISTER_COMMANDS,
  REGISTER_FORMATS,
  REGISTER_TABLES,
  WORD_ORDERS,
  WRITABLE_TABLES,
} from '@airdeck/drivers/register-map';
import { type Driver, type Envelope, type Json, MAX_DOWNLINK_BYTES } from '@airdeck/drivers/types';
import {
  HEAP_MB,
  MAX_BYTES,
  MAX_DEPTH,
  MAX_RESULT_LENGTH,
  MAX_SOURCE_LENGTH,
  MAX_TROUBLES,
  MAX_WARNINGS,
  RUN_MS,
  STACK_BYTES,
} from '../decoder-sandbox/types.ts';
import { STATE_MS } from '../features/home-assistant/publisher.ts';
import { fenced, renderGuide } from './family-page.ts';

const kilobytes = (bytes: number): string => `${bytes / 1024} KB`;

/** The list of all pages. */
export const renderIndex = (drivers: readonly Driver[]): string => {
  const rows = [...drivers]
    .sort((a, b) => (a.title.en < b.title.en ? -1 : 1))
    .map(({ id, title, transports, encode }) => {
      const name = title.ko === title.en ? title.en : `${title.en} (${title.ko})`;
      return `| [${name}](${id}.md) | ${transports.join(', ')} | ${encode === undefined ? '' : 'yes'} |`;
    });
  return `# Devices

Devices that speak [the device protocol](../device-protocol/README.md) need no settings here. All others come in through a door: an account of the server's broker, the topics of a local server, an address for HTTP requests, or polling. Messages of a new device wait until a person binds it to a meter.

These pages are made from the drivers and their examples; \`npm run devices\` writes them.

| family | arrives by | commands |
|---|---|---|
${rows.join('\n')}

- [Network servers](network-servers.md): ChirpStack, The Things Stack, ThingPark, LORIOT, Milesight gateways
- [Register maps](register-maps.md): devices that are read by Modbus
- [Write your own decoder](own-decoder.md)
- [Airdeck in Home Assistant](airdeck-in-home-assistant.md)

Placeholders in the guides: \`{broker}\`, \`{port}\`, \`{account}\`, \`{password}\` and \`{url}\` are shown when a door is added.
`;
};

export const renderNetworkServers = (
  envelopes: readonly Envelope[],
  guides: Readonly<Record<string, Guide>>,
  uplinks: Readonly<Record<string, readonly UplinkExample[] | undefined>>,
): string => {
  const sections = envelopes.map(({ id, title }) => {
    const guide = guides[id];
    if (guide === undefined) throw new Error(`no guide for ${id}`);
    const example = uplinks[id]?.find(({ expected }) => expected.hex !== undefined);
    const topic = example === undefined || example.topic.startsWith('/') ? '' : `Topic \`${example.topic}\`:\n\n`;
    return `## ${title}\n\n${renderGuide(guide)}${example === undefined ? '' : `\n\n${topic}${fenced(example.json)}`}`;
  });
  return `# Network servers

LoRaWAN devices come through a network server. Their bytes are decoded here; an object that the network server's own codec made is used only when no driver reads the bytes. A payload codec in the network server is not needed.

The safe way is ChirpStack over MQTT with QoS 1: its broker keeps messages while this server is away. Webhooks lose data then.

${sections.join('\n\n')}
`;
};

export const renderRegisterMaps = (maps: Readonly<Record<string, Json>>): string => `# Register maps

A device that is read by Modbus is described by a register map: JSON that a person may write.

| key | content |
|---|---|
| \`name\`, \`unit\` | name of the device; unit id (slave id), 0–255 |
| \`reads\` | \`sensor\`, \`type\` (a sensor type, or null: shown, not stored), \`unit\`, \`table\`, \`register\`, \`format\`, \`wordOrder\`, \`factor\`, \`offset\`, \`missing\` |
| \`purifier\` | \`power\`, \`level\`, \`mode\`, \`run\`: a register each, with the states of its values |
| \`writes\` | \`command\`, \`action\`, \`table\`, \`register\`, \`value\`, and \`readBack\` (the register and value that confirm it) |

- Tables: ${REGISTER_TABLES.join(', ')}; for writing ${WRITABLE_TABLES.join(', ')}.
- Formats: ${REGISTER_FORMATS.join(', ')}. Word order of 32 bits: ${WORD_ORDERS.join(' (high register first) or ')}.
- Registers count from 0. Manuals often count from 1 or 40001.
- Value = number × \`factor\` + \`offset\`. Numbers in \`missing\` mean "no value", and are compared before the factor.
- Commands: ${REGISTER_COMMANDS.join(', ')}. A command may need several writes, which are made in the order of the map.

${Object.entries(maps)
  .map(([name, map]) => `## ${name}\n\n${fenced(map)}`)
  .join('\n\n')}
`;

export const renderOwnDecoder = (envelopes: readonly Envelope[]): string => {
  const servers = envelopes.filter(({ downlink }) => downlink !== undefined).map(({ title }) => title);
  return `# Write your own decoder

A decoder is JavaScript in the form of the LoRaWAN codec API (TS013). Codecs of makers mostly run as they are; their licences stay. The console has no screen for decoders yet.

\`\`\`js
function decodeUplink(input) {
  // input: bytes, fPort, recvTime, topic, and json if the message is JSON
  if (input.fPort !== 2) return { errors: ['unknown port'] };
  return {
    data: {
      temperature: (input.bytes[0] << 8 | input.bytes[1]) / 10,
      co2: input.bytes[2] << 8 | input.bytes[3],
      // only if the device is a purifier or a fan
      purifier: { power: input.bytes[4] ? 'ON' : 'OFF', commands: ['POWER'] },
    },
    warnings: [],
  };
}

function encodeDownlink(input) {
  // input.data: command and action
  if (input.data.command !== 'POWER') return { errors: ['unknown command'] };
  return { fPort: 10, bytes: [input.data.action === 'ON' ? 1 : 0] };
}
\`\`\`

- Without \`decodeUplink\`, \`Decode(fPort, bytes)\` and then \`Decoder(bytes, fPort)\` are called.
- A JSON message is in \`input.json\`, its topic in \`input.topic\`.
- \`data\` is flat or nested. Each number becomes a sensor with that name, which the binding maps to a channel.
- \`Buffer\` (a part of it), \`atob\`, \`btoa\` and \`console\` exist. There is no network, no file, no timer, no \`require\`.
- Variables keep nothing from one message to the next.

| limit | |
|---|---|
| source | ${kilobytes(MAX_SOURCE_LENGTH)} |
| message | ${kilobytes(MAX_BYTES)} |
| time for a message, and to load the source | ${RUN_MS} ms |
| memory | ${HEAP_MB} MB, stack ${kilobytes(STACK_BYTES)} |
| result | ${kilobytes(MAX_RESULT_LENGTH)} as JSON, at most ${MAX_DEPTH} levels deep, ${MAX_WARNINGS} warnings |

A decoder that runs out of time or memory ${MAX_TROUBLES} times in a row is switched off.

## Commands

A decoder commands a LoRaWAN purifier or fan whose binding names the purifier and the decoder.

| key of \`data.purifier\` | content |
|---|---|
| \`power\` | ${POWERS.join(', ')}; required |
| \`control\`, \`run\`, \`fan_speed\` | ${[CONTROLS, RUNS, FAN_SPEEDS].map((words) => words.join(', ')).join(' · ')} |
| \`filter_period_h\`, \`filter_use_h\` | hours between replacements; hours of up to three filters |
| \`commands\` | the commands that \`encodeDownlink\` has: ${COMMANDS.join(', ')}. The console disables all others. Left out: \`WORK\`, and those whose state is reported |

- \`encodeDownlink({ data })\` gets \`data.command\` and \`data.action\`, such as \`FAN_SPEED\` and \`MEDIUM\`; numbers and times are text. It returns \`fPort\` (1–223) and \`bytes\` (at most ${MAX_DOWNLINK_BYTES}).
- \`errors\`, an exception or an answer of another form rejects the command as not supported. Running out of time or memory rejects it as failed, and counts towards switching the decoder off.
- The bytes go out unconfirmed on the door at which the last uplink arrived: an account of this server's broker that subscribes to the topic, or a local server. ${servers.join(', ')} take them by MQTT. Other network servers and webhooks do not: the device then takes no commands.
- A reported state that fits the command confirms it. A command expires after two intervals of the meter, because a sleeping device gets it only after its next uplink.
`;
};

export const renderAirdeckInHomeAssistant = (): string => `# Airdeck in Home Assistant

An organization can publish its meters as devices of Home Assistant, by its MQTT discovery. The switch (\`home_assistant\`, with the language of the names) is on one door of the organization: an account of this server's broker, or the topics of a local server whose broker Home Assistant uses. Home Assistant 2024.12 or newer is needed, with the discovery prefix \`homeassistant\`.

| entity | |
|---|---|
| sensors | value with unit and device class; formaldehyde as \`volatile_organic_compounds\`. Unavailable when the meter is silent, unknown when a sensor has no fresh value |
| grade | the worst grade of the meter, as an enum in the chosen language |
| alarm | \`problem\`: an alarm whose condition holds and that is not shelved |
| purifiers | \`fan\`: on and off, three levels, presets \`auto\` and \`manual\`, as far as the purifier supports them |

| topic | |
|---|---|
| \`homeassistant/device/airdeck_meter_<id>/config\` | discovery |
| \`airdeck-ha/<organization code>/meter-<id>/state\` | all values as JSON, at most every ${STATE_MS / 1000} s |
| \`airdeck-ha/<organization code>/meter-<id>/availability\` | \`online\`, \`offline\` |
| \`airdeck-ha/<organization code>/meter-<id>/purifier-<n>/{power,speed,preset}/set\` | commands |

- At the broker of a local server all messages are retained; those of a removed meter, or of a door that is switched off, are cleared. A connection with an account gets them when it subscribes.
- Commands take the way of those from the console, with the origin \`HOME_ASSISTANT\` in the history. They pause the auto mode like those of a person. An organization may send one a second on average.
- Values expire after four intervals without a message, for when this server is away.
`;
