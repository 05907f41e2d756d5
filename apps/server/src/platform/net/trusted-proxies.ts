import { isIpAddress } from '@airdeck/domain/ip-address';
import { addressList } from './address-list.ts';

export type Network = readonly [address: string, prefix: number];

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address in its plain form: IPv4 also where it is written as IPv6, and without a zone. */
export const plainAddress = (address: string): string => {
  const [plain = ''] = address.split('%');
  return MAPPED.exec(plain)?.[1] ?? plain;
};

/** Reads an address or a network, such as 10.0.0.0/8; null: it is neither, or it contains every address. */
export const parseNetwork = (text: string): Network | null => {
  const [address = '', prefix, ...rest] = text.split('/');
  if (rest.length > 0 || !isIpAddress(address) || MAPPED.test(address)) return null;
  const longest = address.includes(':') ? 128 : 32;
  if (prefix === undefined) return [address, longest];
  if (!/^[1-9]\d{0,2}$/.test(prefix) || Number(prefix) > longest) return null;
  return [address, Number(prefix)];
};

/** Whether a connection from an address is one of a trusted proxy. */
export type ProxyRule = (address: string) => boolean;

export const proxyRule = (networks: readonly Network[]): ProxyRule => {
  const isListed = addressList(networks);
  return (address) => {
    const plain = plainAddress(address);
    return isIpAddress(plain) && isListed(plain);
  };
};
