import { addressList } from './address-list.ts';

/** Loopback, link-local, multicast and unspecified addresses. Private networks are allowed: sites are there. */
const isRefused = addressList([
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  ['::', 128],
  ['::1', 128],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fe80::', 10],
  ['ff00::', 8],
]);

/** Whether the server connects to an address that a person entered; always for those in `allowed`. */
export type SiteAddressRule = (address: string) => boolean;

export const siteAddressRule = (allowed: readonly string[]): SiteAddressRule => {
  const known = new Set(allowed);
  return (address) => known.has(address) || !isRefused(address);
};
