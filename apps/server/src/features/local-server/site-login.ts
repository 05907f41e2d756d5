import { createHmac } from 'node:crypto';
import type { SiteRow } from './site-queries.ts';

/** The username of a local server's own login; never a device's, which has a colon. */
const USERNAME = /^airdeck-site-([1-9]\d{0,8})$/;

export const siteUsername = (localServerId: number): string => `airdeck-site-${localServerId}`;

/** The local server of a username; null: it is none. */
export const siteOfUsername = (username: string): number | null => {
  const id = USERNAME.exec(username)?.[1];
  return id === undefined ? null : Number(id);
};

/** The form of the client ids of this server's sessions (`sessionIdOf`). */
export const isSessionId = (clientId: string): boolean => /^airdeck-[0-9a-f]{15}$/.test(clientId);

/** A broker recognizes a session by this client id, from any process. */
export const sessionIdOf = (key: Uint8Array, session: string): string =>
  `airdeck-${createHmac('sha256', key).update(session).digest('hex').slice(0, 15)}`;

/**
 * The secret of a local server's own login. It is derived, never shown and never stored. It depends on the
 * addresses: a local server that is redirected to a hostile host reveals a secret that is valid there only.
 */
export const siteSecret = (
  key: Uint8Array,
  { id, ip, port, further_addresses }: Pick<SiteRow, 'id' | 'ip' | 'port' | 'further_addresses'>,
): string =>
  createHmac('sha256', key)
    .update(`site login/${JSON.stringify([id, ip, port, further_addresses])}`)
    .digest('base64url');
