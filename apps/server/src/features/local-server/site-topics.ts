import { type DeviceTopic, parseTopic, topicOf } from '@airdeck/contract/protocol/topic';
import { isDeviceCode } from '@airdeck/domain/field-rule';
import { matchesFilter } from '../../platform/mqtt/topic-filter.ts';
import type { SiteRow } from './site-queries.ts';

/** Topics of device messages. Commands, which this server publishes, are not delivered back. */
const DEVICE_TOPICS = ['readings', 'status', 'errors', 'purifiers/+/state', 'commands/ack', 'settings/ack'];

type SiteTopics = Pick<SiteRow, 'codes' | 'door_filters'>;

/** What this server subscribes to at a local server. */
export const siteFilters = ({ codes, door_filters }: SiteTopics): string[] => [
  ...codes.flatMap((code) => DEVICE_TOPICS.map((rest) => topicOf(code, '+', rest))),
  ...door_filters,
];

/** Without the codes of other organizations: a broker of the installation may have thousands of them. */
const concerning = ({ codes, door_filters }: SiteTopics, topic: string): SiteTopics => {
  const [, , organization] = topic.split('/');
  return { codes: codes.filter((code) => code === organization), door_filters };
};

const isSaidByServer = ({ kind, device }: DeviceTopic): boolean =>
  (kind === 'commands' || kind === 'settings') && isDeviceCode(device);

/** Whether this server publishes a topic there: to devices, and to those of doors that receive from it. */
export const publishesAtSite = ({ codes, door_filters }: SiteTopics, topic: string): boolean => {
  const parsed = parseTopic(topic);
  if (parsed !== null) return codes.includes(parsed.organization) && isSaidByServer(parsed);
  return door_filters.length > 0 && !/^(airdeck(\/|$)|\$)/.test(topic) && !/[#+]/.test(topic);
};

export const subscribesAtSite = (topics: SiteTopics, filter: string): boolean =>
  siteFilters(concerning(topics, filter)).includes(filter);

export const receivesAtSite = (topics: SiteTopics, topic: string): boolean =>
  siteFilters(concerning(topics, topic)).some((filter) => matchesFilter(filter, topic));
