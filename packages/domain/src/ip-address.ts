const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const IPV6_GROUP = /^[0-9A-Fa-f]{1,4}$/;
const MAX_IPV6_LENGTH = 45;
const IPV6_GROUPS = 8;

/** Number of 16-bit groups in a run of `:`-separated groups, NaN when one is malformed; an IPv4 tail counts as two. */
function countGroups(run: string, mayEndInIpv4: boolean): number {
  if (run === '') return 0;
  const parts = run.split(':');
  return parts.reduce((count, part, i) => {
    if (IPV6_GROUP.test(part)) return count + 1;
    return mayEndInIpv4 && i === parts.length - 1 && IPV4.test(part) ? count + 2 : Number.NaN;
  }, 0);
}

function isIpv6(value: string): boolean {
  if (value.length > MAX_IPV6_LENGTH) return false;
  const [head = '', tail, ...more] = value.split('::');
  if (more.length > 0) return false;
  if (tail === undefined) return countGroups(head, true) === IPV6_GROUPS;
  return countGroups(head, false) + countGroups(tail, true) < IPV6_GROUPS;
}

/** IPv4 in dotted decimals without leading zeros, or IPv6 (RFC 4291 text forms, no zone, no prefix length). */
export function isIpAddress(value: string): boolean {
  return IPV4.test(value) || isIpv6(value);
}
