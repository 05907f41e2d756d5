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
  /** Retained messages, by meter. */
  const retained = new Map<number, { topic: string; payload: string }>();

  const take = async (settings: DeviceSettings): Promise<void> => {
    const topic = topicOf(settings.organization_code, settings.code, 'settings');
    const payload = payloadOf(settings);
    const before = retained.get(settings.meter_id);
    if (before?.topic === topic && before.payload === payload) return;
    // A device that got another code.
    if (before && before.topic !== topic) await broker.publish(before.topic, '', { retain: true });
    await broker.publish(topic, payload, { retain: true });
    retained.set(settings.meter_id, { topic, payload });
    const { meter_id: id, code, organization_id, organization_code } = settings;
    siteSettings?.want(id, {
      device: { id, code, organization: { id: organization_id, code: organization_code } },
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
      await broker.publish(before.topic, '', { retain: true });
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
