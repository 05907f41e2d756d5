import { isIPv6 } from 'node:net';
import { isIpAddress } from '@airdeck/domain/ip-address';
import { addressList } from './address-list.ts';

export type Network = readonly [address: string, prefix: number];

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** `10.0.0.5`, `10.0.0.0/8` or `fd00::/8`; null: neither an address nor a network. */
export const parseNetwork = (text: string): Network | null => {
  const [address = '', prefix, ...more] = text.split('/');
  if (more.length > 0 || !isIpAddress(address)) return null;
  const bits = isIPv6(address) ? BITS.ipv6 : BITS.ipv4;
  if (prefix === undefined) return [address, bits];
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? [address, Number(prefix)] : null;
};

/** Whether the remote address of a connection is in one of the networks, also in its IPv6 form (`::ffff:10.0.0.5`). */
export const networkList = (networks: readonly Network[]) => {
  const isIn = addressList(networks);
  return (address: string): boolean => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
    return isIpAddress(plain) && isIn(plain);
  };
};
