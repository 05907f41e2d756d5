import { BlockList, isIPv6 } from 'node:net';

/**
 * Whether an address is in one of these networks. Each family has its own list: in a common list, the IPv6 form of IPv4
 * addresses (::ffff:0:0/96) would match every IPv4 address.
 */
export const addressList = (networks: readonly (readonly [network: string, prefix: number])[]) => {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const [network, prefix] of networks) {
    lists[familyOf(network)].addSubnet(network, prefix, familyOf(network));
  }
  return (address: string): boolean => lists[familyOf(address)].check(address, familyOf(address));
};
