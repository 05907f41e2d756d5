import { type HostPort, parseHostPorts } from '@airdeck/domain/host-port';
import { isIpAddress } from '@airdeck/domain/ip-address';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { SiteRow } from './site-queries.ts';

export type SiteAddresses = Pick<SiteRow, 'ip' | 'port' | 'further_addresses'>;

/** The addresses of a local server's broker, in the order in which they are tried. */
export const addressesOf = ({ ip, port, further_addresses }: SiteAddresses): HostPort[] => [
  { host: ip, port },
  ...(parseHostPorts(further_addresses ?? '') ?? []),
];

/** Without those to which the server does not connect. Names are checked when they are resolved. */
export const allowedAddressesOf = (row: SiteAddresses, isAllowed: SiteAddressRule): HostPort[] =>
  addressesOf(row).filter(({ host }) => !isIpAddress(host) || isAllowed(host));

/** Whether two local servers have an address in common, and so a broker that may keep the session of one for the other. */
export const shareAddress = (a: SiteAddresses, b: SiteAddresses): boolean => {
  const others = addressesOf(b);
  return addressesOf(a).some(({ host, port }) => others.some((other) => other.host === host && other.port === port));
};
