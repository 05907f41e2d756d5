import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Resolves names for a connection itself, so that the checked address is the one that is connected to. A name with
 * refused addresses only fails with `refusal()`. Literal addresses are not looked up: they are checked by the caller.
 */
export const checkedLookup =
  (isAllowed: (address: string) => boolean, refusal: () => Error): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const [first, ...others] = addresses.filter(({ address }) => isAllowed(address));
      if (!first) return done(refusal(), '');
      if (options.all) return done(null, [first, ...others]);
      done(null, first.address, first.family);
    });
  };
