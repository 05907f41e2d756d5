/**
 * Topics of the native protocol, version 1: `airdeck/v1/{organization code}/{device code}/{rest}`.
 * The first four are the device's to publish, the next two the server's, the last two the device's answers.
 */
export const TOPIC_ROOT = 'airdeck/v1';

export type TopicKind =
  | { kind: 'readings' }
  | { kind: 'status' }
  | { kind: 'purifier-state'; number: number }
  | { kind: 'errors' }
  | { kind: 'commands' }
  | { kind: 'settings' }
  | { kind: 'commands-ack' }
  | { kind: 'settings-ack' };

export type DeviceTopic = { organization: string; device: string } & TopicKind;

const PURIFIER_STATE = /^purifiers\/([1-9]\d?)\/state$/;

const kindOf = (rest: string): TopicKind | null => {
  switch (rest) {
    case 'readings':
    case 'status':
    case 'errors':
    case 'commands':
    case 'settings':
      return { kind: rest };
    case 'commands/ack':
      return { kind: 'commands-ack' };
    case 'settings/ack':
      return { kind: 'settings-ack' };
    default: {
      const number = PURIFIER_STATE.exec(rest)?.[1];
      return number === undefined ? null : { kind: 'purifier-state', number: Number(number) };
    }
  }
};

/** Takes a topic apart; null when it is not one of the protocol's. */
export const parseTopic = (topic: string): DeviceTopic | null => {
  if (!topic.startsWith(`${TOPIC_ROOT}/`)) return null;
  const organizationEnd = topic.indexOf('/', TOPIC_ROOT.length + 1);
  const deviceEnd = topic.indexOf('/', organizationEnd + 1);
  if (organizationEnd < 0 || deviceEnd < 0) return null;
  const kind = kindOf(topic.slice(deviceEnd + 1));
  const organization = topic.slice(TOPIC_ROOT.length + 1, organizationEnd);
  const device = topic.slice(organizationEnd + 1, deviceEnd);
  return kind === null || organization === '' || device === '' ? null : { organization, device, ...kind };
};

export const topicOf = (organization: string, device: string, rest: string): string =>
  `${TOPIC_ROOT}/${organization}/${device}/${rest}`;
