import { isIP } from 'node:net';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '::1'];
const EVERYWHERE: readonly string[] = ['0.0.0.0', '::'];

/**
 * Creates the check whether a request's Host means a server that listens on `host`. Another site can point its own name
 * to this machine (DNS rebinding); its browser then sends that name, and never a bare address.
 */
export const createHostCheck = (host: string): ((hostname: string) => boolean) => {
  const own = [...LOOPBACK, host.toLowerCase()];
  return (hostname) => {
    const plain = hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
    return own.includes(plain) || (EVERYWHERE.includes(host) && isIP(plain) !== 0);
  };
};
