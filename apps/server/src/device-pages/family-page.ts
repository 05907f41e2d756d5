import { COMMANDS } from '@airdeck/domain/control/command';
import { bodyOf, hexBytes } from '@airdeck/drivers/body';
import type { Example, Examples } from '@airdeck/drivers/examples';
import type { Guide } from '@airdeck/drivers/guide';
import { type Decoded, type Driver, type Json, MAX_VALUES, type ValueNote } from '@airdeck/drivers/types';

const TRANSPORTS: Readonly<Record<Driver['transports'][number], string>> = {
  LORAWAN: 'LoRaWAN, through a [network server](network-servers.md)',
  MQTT: 'MQTT: an account of this server, or a broker in the building that is registered as a local server',
  HTTP: 'HTTP: requests to the address of a door',
  POLL: 'polling: the server reads the device',
};

const NOTES: Readonly<Record<ValueNote, string>> = {
  COMPUTED: 'computed from other values',
  RAW: 'uncompensated; a compensated value stands beside it',
  CHOOSE: 'a person chooses, because several sensors measure it',
};

/** Longer messages are cut off. */
const MAX_SHOWN = 1_500;
const MAX_WARNINGS = 12;
const encoder = new TextEncoder();

/** A cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${cell(text)}\``;
/** `<device>` would be read as HTML. */
const numbered = (steps: readonly string[]): string =>
  steps.map((step, i) => `${i + 1}. ${step.replaceAll('<', '\\<')}`).join('\n');

/** The steps of a guide in both languages. */
export const renderGuide = ({ en, ko }: Guide): string => `${numbered(en)}\n\n한국어:\n\n${numbered(ko)}`;

export const fenced = (json: Json): string => {
  const text = JSON.stringify(json, null, 2);
  return `\`\`\`json\n${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text}\n\`\`\``;
};

const decodeExample = (driver: Driver, example: Example): Decoded => {
  const { hex, text, json, facts, shared } = example;
  const bytes = hex === undefined ? encoder.encode(text ?? JSON.stringify(json)) : hexBytes(hex);
  if (bytes === null) throw new Error(`${driver.id}: ${example.name} is not hexadecimal`);
  const { topic = '', address = null, model = null, isRetained = false, fPort = null } = example;
  return driver.decode({ topic, address, model, isRetained, body: bodyOf(bytes, fPort) }, facts, shared);
};

/** A row for each sensor of the examples; a name that several units or notes have gets several rows. */
const renderSensors = (decoded: readonly Decoded[]): string => {
  const rows = new Set(
    decoded
      .flatMap(({ frames }) => frames.flatMap(({ values }) => values))
      .map(({ sensor, type, unit, note }) =>
        [code(sensor), type ?? 'shown, not stored', cell(unit), note === undefined ? '' : NOTES[note]].join(' | '),
      ),
  );
  if (rows.size === 0) return 'No values in its examples.';
  return ['| sensor | sensor type | unit | note |', '|---|---|---|---|', ...[...rows].map((row) => `| ${row} |`)].join(
    '\n',
  );
};

const list = (texts: Iterable<string>): string => [...texts].map((text) => `- ${text}`).join('\n');

const renderLimits = (driver: Driver, decoded: readonly Decoded[]): string => {
  const missing = new Set(decoded.flatMap((each) => each.missing ?? []));
  const warnings = new Set(decoded.flatMap((each) => each.warnings));
  const lines = [
    `Expected every ${driver.defaultInterval} s, unless the meter has another interval. At most ${MAX_VALUES.toLocaleString('en')} values in a message.`,
    missing.size === 0
      ? 'A value that the device does not have is left out.'
      : `Reported as missing in the examples, and then not stored: ${[...missing].map(code).join(', ')}.`,
  ];
  if (warnings.size > 0) {
    lines.push(`Warnings that the examples raise:\n\n${list([...warnings].slice(0, MAX_WARNINGS).map(code))}`);
  }
  return lines.join('\n\n');
};

const renderCommands = (driver: Driver, { examples, commands = [] }: Examples): string => {
  if (driver.encode === undefined) return 'It takes no commands.';
  const shown = new Map<string, Set<string>>();
  const add = (command: string, actions: readonly string[]): void => {
    shown.set(command, new Set([...(shown.get(command) ?? []), ...actions]));
  };
  const able = commands.filter(({ payload }) => payload !== null);
  for (const { command, action } of able) add(command, [action]);
  for (const facts of [undefined, ...examples.map((each) => each.facts), ...able.map((each) => each.facts)]) {
    for (const [command, actions] of Object.entries(driver.capabilities?.(facts) ?? {})) add(command, actions);
  }
  const rows = COMMANDS.flatMap((command) => {
    const actions = shown.get(command);
    return actions === undefined ? [] : [`| ${command} | ${[...actions].map(code).join(', ') || 'any'} |`];
  });
  return [
    'The commands depend on the model and on its reports. The examples know:',
    ['| command | actions |', '|---|---|', ...rows].join('\n'),
    'A command is done when the device reports the new state.',
  ].join('\n\n');
};

const renderExample = (examples: readonly Example[]): string => {
  const example = examples.find(({ expected }) => Object.keys(expected.readings).length > 0) ?? examples[0];
  if (example === undefined) return '';
  const { name, topic, fPort, hex, json, text, expected } = example;
  const about = [
    name,
    ...(topic === undefined || topic === '' ? [] : [`topic ${code(topic)}`]),
    ...(fPort === undefined ? [] : [`port ${fPort}`]),
  ].join(', ');
  const message = json === undefined ? `\`\`\`\n${hex ?? text ?? ''}\n\`\`\`` : fenced(json);
  const readings = Object.entries(expected.readings).map(([key, value]) => `${key} ${value}`);
  return `${about}:\n\n${message}\n\nStored: ${readings.join(', ') || 'nothing'}.`;
};

/** The page of a family, from its driver, guide and examples. */
export const renderFamily = (driver: Driver, guide: Guide, examples: Examples): string => {
  const decoded = examples.examples.map((example) => decodeExample(driver, example));
  const { title, transports, filters = [], path } = driver;
  const arrival = [
    ...transports.map((each) => TRANSPORTS[each]),
    ...(filters.length > 0 ? [`default topics: ${filters.map(code).join(', ')}`] : []),
    ...(path === undefined ? [] : [`path that is read: ${code(path)}`]),
  ];
  return `${[
    `# ${title.en}`,
    title.ko === title.en ? '' : `한국어: ${title.ko}`,
    `Driver: \`${driver.id}\``,
    `## How it arrives\n\n${list(arrival)}`,
    `## Settings\n\n${renderGuide(guide)}`,
    `## Sensors\n\n${renderSensors(decoded)}`,
    `## Limits and missing values\n\n${renderLimits(driver, decoded)}`,
    `## Commands\n\n${renderCommands(driver, examples)}`,
    `## Example\n\n${renderExample(examples.examples)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
};
