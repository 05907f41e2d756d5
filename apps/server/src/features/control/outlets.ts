import { TOPIC_ROOT, topicOf } from '@airdeck/contract/protocol/topic';
import type { Broker } from '../../platform/mqtt/broker.ts';
import { codesOf, type Meter, type NamedDevice } from '../../registry/snapshot.ts';
import type { CommandOutlet } from './delivery.ts';

/** The filter level of a gateway for "any device". */
const ANY = '+';

/** The filters by which the device of a meter, or a gateway for it, listens for commands. */
const filtersOf = ({ code }: Meter, organizationCode: string): string[] =>
  [code, ANY].map((device) => topicOf(organizationCode, device, 'commands'));

/** The organization's code that a device used last; its organization may have several (aliases). */
export type CodeOf = (device: NamedDevice) => string;

/** The device under another code of its organization. */
export const withCode = (device: NamedDevice, code: string): NamedDevice => ({
  ...device,
  organization: { ...device.organization, code },
});

/** Devices that are connected to the broker of this process and listen. */
export const createBrokerOutlet = (
  broker: Pick<Broker, 'subscribers' | 'publish'>,
  codeOf: CodeOf = ({ organization }) => organization.code,
): CommandOutlet => {
  const listens = (meter: Meter) => (organizationCode: string) =>
    filtersOf(meter, organizationCode).some((filter) => broker.subscribers(filter) > 0);
  return {
    reaches: (meter) => codesOf(meter.organization).some(listens(meter)),
    publish(meter, payload) {
      const last = codeOf(meter);
      // The device may have subscribed through a gateway that logs in with another code.
      const code = [last, ...codesOf(meter.organization)].find(listens(meter)) ?? last;
      return broker.publish(topicOf(code, meter.code, 'commands'), payload, { retain: false });
    },
  };
};

/** Connections to the brokers of sites, as this process has them. */
export interface Sites {
  /** Whether it is connected to the one through which the device spoke last. */
  reaches(device: NamedDevice): boolean;
  /** false: the device was not reached. */
  publish(device: NamedDevice, rest: string, payload: string, options: { retain: boolean }): Promise<boolean>;
}

/** Devices behind the broker of their site. */
export const createSiteOutlet = (
  sites: Sites,
  codeOf: CodeOf = ({ organization }) => organization.code,
): CommandOutlet => ({
  reaches: sites.reaches,
  async publish(meter, payload) {
    const isTaken = await sites.publish(withCode(meter, codeOf(meter)), 'commands', payload, { retain: false });
    if (!isTaken) throw new Error('the local server did not take it');
  },
});

/** The meters whose commands match a filter; null: another kind of filter. */
export const listenersOf = (filter: string): ((meter: Meter) => boolean) | null =>
  filter.startsWith(`${TOPIC_ROOT}/`) && filter.endsWith('/commands')
    ? (meter) => codesOf(meter.organization).some((code) => filtersOf(meter, code).includes(filter))
    : null;
