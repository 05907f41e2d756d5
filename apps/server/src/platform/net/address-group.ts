import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** The 16-bit groups that identify a network; the rest are the customer's to assign. */
const NETWORK_GROUPS = 4;

const groupsOf = (text: string): string[] =>
  text
    .split(':')
    .filter((group) => group !== '')
    // An IPv4 tail counts as two groups, neither of which is the network's.
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]));

/**
 * The unit for counting addresses: an IPv4 address, also in IPv6 form, or the /64 of an IPv6 address, since a customer
 * can use all addresses of it.
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
