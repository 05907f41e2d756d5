import { hashSecret, matchesSecret } from '../../device-messages/secret.ts';
import type { Db } from '../../platform/db/pool.ts';
import { isSessionId, siteOfUsername, siteSecret } from './site-login.ts';
import { listSitesWithOwnLogin, type SiteRow } from './site-queries.ts';
import { publishesAtSite, receivesAtSite, subscribesAtSite } from './site-topics.ts';

/** How long a local server is remembered at most; a change of it is noticed at once. */
const REMEMBERED_MS = 5_000;
const MAX_REMEMBERED = 1_000;
/** Compared with when there is no such login, so that the answer takes as long. */
const NO_SECRET = hashSecret('');

export interface SiteBrokerLoginsOptions {
  db: Db;
  /** Keys from which secrets are derived: a secret of an earlier one still logs in, while it is kept. */
  loginKeys: readonly Uint8Array[];
  /** Monotonic milliseconds. */
  monotonic(): number;
}

/** All sessions at a local server have one login, which therefore has the rights of all of them. */
const ofAllOrganizations = ([first, ...others]: readonly SiteRow[]): SiteRow | undefined =>
  first && {
    ...first,
    codes: [first, ...others].flatMap(({ codes }) => codes),
    door_filters: [first, ...others].flatMap((row) => row.door_filters),
  };

/**
 * The logins with which this server's own connections to local servers arrive at brokers that ask who may connect: they
 * subscribe to messages of devices, and publish commands and settings.
 */
export const createSiteBrokerLogins = ({ db, loginKeys, monotonic }: SiteBrokerLoginsOptions) => {
  const remembered = new Map<number, { until: number; row: Promise<SiteRow | undefined> }>();

  const find = (username: string): Promise<SiteRow | undefined> => {
    const id = siteOfUsername(username);
    if (id === null) return Promise.resolve(undefined);
    const now = monotonic();
    const known = remembered.get(id);
    if (known !== undefined && now < known.until) return known.row;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const row = listSitesWithOwnLogin(db, id).then(ofAllOrganizations);
    remembered.set(id, { until: now + REMEMBERED_MS, row });
    // A database that does not answer is asked again.
    row.catch(() => remembered.delete(id));
    return row;
  };
  const isAllowed = async (username: string, rule: (row: SiteRow) => boolean): Promise<boolean> => {
    const row = await find(username);
    return row !== undefined && rule(row);
  };

  return {
    owns: (username: string): boolean => siteOfUsername(username) !== null,
    async admits(username: string, password: string): Promise<boolean> {
      const row = await find(username);
      const isRight = (key: Uint8Array): boolean =>
        matchesSecret(password, row === undefined ? NO_SECRET : hashSecret(siteSecret(key, row)));
      return loginKeys.some(isRight) && row !== undefined;
    },
    isKnown: async (username: string): Promise<boolean> => (await find(username)) !== undefined,
    mayUseClientId: (_: string, clientId: string): boolean => isSessionId(clientId),
    mayPublish: (username: string, topic: string): Promise<boolean> =>
      isAllowed(username, (row) => publishesAtSite(row, topic)),
    maySubscribe: (username: string, filter: string): Promise<boolean> =>
      isAllowed(username, (row) => subscribesAtSite(row, filter)),
    mayReceive: (username: string, topic: string): Promise<boolean> =>
      isAllowed(username, (row) => receivesAtSite(row, topic)),
    /** Local servers may have changed. */
    forget: (): void => remembered.clear(),
  };
};
