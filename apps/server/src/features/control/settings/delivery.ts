import type { SettingsMessage } from '@airdeck/contract/protocol/message';
import { topicOf } from '@airdeck/contract/protocol/topic';
import type { RegistryEvent } from '../../../feed/entry.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Follower } from '../../../feed/follower.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Broker } from '../../../platform/mqtt/broker.ts';
import type { RegistryTouch } from '../../../registry/registry.ts';
import { type DeviceSettings, listSettings } from './settings-queries.ts';
import type { SiteSettings } from './site-settings.ts';

export interface SettingsDeliveryOptions {
  db: Db;
  feed: Pick<Feed, 'follow'>;
  /** The broker of this process, which keeps retained messages for as long as it runs. */
  broker: Pick<Broker, 'publish'>;
  /** Devices behind the brokers of sites. */
  siteSettings?: Pick<SiteSettings, 'want'>;
}

const payloadOf = ({ version, sent }: DeviceSettings): string =>
  JSON.stringify({ version, purifiers: sent } satisfies SettingsMessage);

const touchOf = (words: readonly RegistryEvent[]): RegistryTouch | null => {
  const touches = words.map(({ touch }) => touch);
  if (touches.some((touch) => touch === null || touch.organizations === 'all')) return null;
  return {
    organizations: touches.flatMap((touch) => (touch && touch.organizations !== 'all' ? touch.organizations : [])),
    meters: touches.flatMap((touch) => touch?.meters ?? []),
  };
};

/**
 * Keeps the settings of devices as retained messages in the broker of this process, and through it in those of the sites
 * to which it is connected: a device gets them when it connects, and again when they change. The sender of settings announces the meter as changed.
 */
export const createSettingsDelivery = ({ db, feed, broker, siteSettings }: SettingsDeliveryOptions): Follower => {
  /** Retained messages, by meter. A device finds them under each code with which it may log in. */
  const retained = new Map<number, { topics: readonly string[]; payload: string }>();

  const end = async (topics: readonly string[]): Promise<void> => {
    for (const topic of topics) await broker.publish(topic, '', { retain: true });
  };

  const take = async (settings: DeviceSettings): Promise<void> => {
    const { meter_id: id, code, organization_id, organization_codes } = settings;
    const [organizationCode = ''] = organization_codes;
    const topics = organization_codes.map((each) => topicOf(each, code, 'settings'));
    const payload = payloadOf(settings);
    const before = retained.get(id) ?? { topics: [], payload };
    const added = before.payload === payload ? topics.filter((topic) => !before.topics.includes(topic)) : topics;
    // The device got another code, or an alias of its organization ended.
    const ended = before.topics.filter((topic) => !topics.includes(topic));
    if (added.length === 0 && ended.length === 0) return;
    await end(ended);
    for (const topic of added) await broker.publish(topic, payload, { retain: true });
    retained.set(id, { topics, payload });
    siteSettings?.want(id, {
      device: { id, code, organization: { id: organization_id, code: organizationCode } },
      payload,
    });
  };

  const read = async (touch: RegistryTouch | null): Promise<void> => {
    const all = await listSettings(db, touch);
    for (const settings of all) await take(settings);
    const found = new Set(all.map(({ meter_id }) => meter_id));
    for (const meterId of touch?.meters ?? retained.keys()) {
      const before = retained.get(meterId);
      if (found.has(meterId) || before === undefined) continue;
      await end(before.topics);
      retained.delete(meterId);
      siteSettings?.want(meterId, null);
    }
  };

  return feed.follow({
    kinds: ['registry'],
    load: () => read(null),
    apply: (entries) => read(touchOf(entries.map(({ word }) => word))),
  });
};
