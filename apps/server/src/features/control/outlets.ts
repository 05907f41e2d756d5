import { TOPIC_ROOT, topicOf } from '@airdeck/contract/protocol/topic';
import type { Broker } from '../../platform/mqtt/broker.ts';
import type { Meter, NamedDevice } from '../../registry/snapshot.ts';
import type { CommandOutlet } from './delivery.ts';

/** The filter level of a gateway for "any device". */
const ANY = '+';

/** The filters by which the device of a meter, or a gateway for it, listens for commands. */
const filtersOf = ({ organization, code }: Meter): string[] =>
  [code, ANY].map((device) => topicOf(organization.code, device, 'commands'));

/** Devices that are connected to the broker of this process and listen. */
export const createBrokerOutlet = (broker: Pick<Broker, 'subscribers' | 'publish'>): CommandOutlet => ({
  reaches: (meter) => filtersOf(meter).some((filter) => broker.subscribers(filter) > 0),
  publish: ({ organization, code }, payload) =>
    broker.publish(topicOf(organization.code, code, 'commands'), payload, { retain: false }),
});

/** Connections to the brokers of sites, as this process has them. */
export interface Sites {
  /** Whether it is connected to the one through which the device spoke last. */
  reaches(device: NamedDevice): boolean;
  /** false: the device was not reached. */
  publish(device: NamedDevice, rest: string, payload: string, options: { retain: boolean }): Promise<boolean>;
}

/** Devices behind the broker of their site. */
export const createSiteOutlet = (sites: Sites): CommandOutlet => ({
  reaches: sites.reaches,
  async publish(meter, payload) {
    const isTaken = await sites.publish(meter, 'commands', payload, { retain: false });
    if (!isTaken) throw new Error('the local server did not take it');
  },
});

/** The meters whose commands match a filter; null: another kind of filter. */
export const listenersOf = (filter: string): ((meter: Meter) => boolean) | null =>
  filter.startsWith(`${TOPIC_ROOT}/`) && filter.endsWith('/commands')
    ? (meter) => filtersOf(meter).includes(filter)
    : null;
