import type { Command } from '@airdeck/domain/control/command';

/** Topics by which Home Assistant finds, reads and commands the meters of an organization. */
const ROOT = 'airdeck-ha';
/** Where Home Assistant looks for devices unless it is configured otherwise, and says that it has started. */
const DISCOVERY = 'homeassistant/device';
export const BIRTH_TOPIC = 'homeassistant/status';

/** All command topics. */
export const HOME_ASSISTANT_COMMANDS = `${ROOT}/+/+/+/+/set`;

/** A part of a topic or of an id: letters, digits, `_` and `-`. */
const sanitized = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_');

/** Stable for a meter: its name does not count. */
export const deviceIdOf = (meterId: number): string => `airdeck_meter_${meterId}`;

export const discoveryTopic = (meterId: number): string => `${DISCOVERY}/${deviceIdOf(meterId)}/config`;

const meterRoot = (organizationCode: string, meterId: number): string =>
  `${ROOT}/${sanitized(organizationCode)}/meter-${meterId}`;

export const stateTopic = (organizationCode: string, meterId: number): string =>
  `${meterRoot(organizationCode, meterId)}/state`;

export const availabilityTopic = (organizationCode: string, meterId: number): string =>
  `${meterRoot(organizationCode, meterId)}/availability`;

/** `power`: ON, OFF; `speed`: a level of `FAN_LEVELS`; `preset`: one of `PRESETS`. */
export type CommandLevel = 'power' | 'speed' | 'preset';

export const commandTopic = (
  organizationCode: string,
  { meterId, number }: { meterId: number; number: number },
  level: CommandLevel,
): string => `${meterRoot(organizationCode, meterId)}/purifier-${number}/${level}/set`;

/** Fan speeds from level 1 on. */
export const FAN_LEVELS = ['WEAK', 'MEDIUM', 'STRONG'] as const;
export const PRESETS = { auto: 'AUTO', manual: 'MANUAL' } as const;

const isPreset = (text: string): text is keyof typeof PRESETS => Object.hasOwn(PRESETS, text);

const actionOf = (level: string, text: string): { command: Command; action: string } | null => {
  if (level === 'power') return text === 'ON' || text === 'OFF' ? { command: 'POWER', action: text } : null;
  if (level === 'preset') return isPreset(text) ? { command: 'WORK', action: PRESETS[text] } : null;
  if (text === '0') return { command: 'POWER', action: 'OFF' };
  const speed = /^[1-9]$/.test(text) ? FAN_LEVELS[Number(text) - 1] : undefined;
  return speed === undefined ? null : { command: 'FAN_SPEED', action: speed };
};

const COMMAND_TOPIC = /^airdeck-ha\/([^/]+)\/meter-([1-9]\d{0,8})\/purifier-([1-9]\d?)\/(power|speed|preset)\/set$/;

export interface WantedCommand {
  /** Sanitized code of the organization. */
  root: string;
  meterId: number;
  number: number;
  command: Command;
  action: string;
}

/** The command of a message; null: it is none. */
export const readCommand = (topic: string, text: string): WantedCommand | null => {
  const [, root = '', meterId, number, level = ''] = COMMAND_TOPIC.exec(topic) ?? [];
  const wanted = actionOf(level, text);
  return wanted === null ? null : { root, meterId: Number(meterId), number: Number(number), ...wanted };
};

export const isRootOf = (root: string, organizationCode: string): boolean => root === sanitized(organizationCode);

export const isCommandTopic = (topic: string): boolean => COMMAND_TOPIC.test(topic);

/** Whether this server publishes a topic, or takes commands on it: such a message is no device's. */
export const isOwnTopic = (topic: string): boolean =>
  topic.startsWith(`${ROOT}/`) || (topic.startsWith(`${DISCOVERY}/airdeck_meter_`) && topic.endsWith('/config'));
