import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** Groups of 16 bits that name a network; the rest are one customer's own to choose. */
const NETWORK_GROUPS = 4;

const groupsOf = (text: string): string[] =>
  text
    .split(':')
    .filter((group) => group !== '')
    // An IPv4 tail stands for two groups, neither of which is the network's.
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]));

/**
 * What counts as one address where addresses are counted: an IPv4 address, also where it comes as IPv6, and the /64 of
 * an IPv6 address, of which a customer has all addresses to choose from.
 */
export const addressGroup = (address: string): string => {
  const [plain = ''] = address.toLowerCase().split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = [], tail] = plain.split('::').map(groupsOf);
  const zeros = tail ? GROUPS - head.length - tail.length : 0;
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
};
