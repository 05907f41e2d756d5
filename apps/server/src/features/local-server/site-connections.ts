import { MAX_DOOR_PACKET_BYTES } from '@airdeck/contract/door/schema';
import type { ConnectionError } from '@airdeck/contract/local-server/schema';
import { MAX_MESSAGE_BYTES } from '@airdeck/contract/protocol/message';
import { topicOf } from '@airdeck/contract/protocol/topic';
import { type SiteIdentity, siteKey } from '../../device-messages/device-message.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { limitLog } from '../../platform/limit-log.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { IncomingMessage } from '../../platform/mqtt/client-inbox.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { NamedDevice } from '../../registry/snapshot.ts';
import { loadSessionKey } from './session-key.ts';
import { allowedAddressesOf, shareAddress } from './site-addresses.ts';
import { openSiteConnection, type SiteConnection, type SiteTarget } from './site-connection.ts';
import { sessionIdOf, siteSecret, siteUsername } from './site-login.ts';
import {
  claimSites,
  HOLDER_SILENT_MS,
  listHeldSites,
  listUsedSites,
  releaseSites,
  type SiteRow,
  type SiteStatus,
  saveSiteStatus,
  shareSites,
} from './site-queries.ts';
import { siteFilters } from './site-topics.ts';

/** Interval of checking for local servers without a process, and for changes without an event. */
const LOOK_MS = 2_000;
/** Counters are saved at this interval; a minute has six of them. */
const SPAN_MS = 10_000;
const SPANS_A_MINUTE = 6;
const LOG_LINES_A_MINUTE = 30;

export interface SiteConnectionsOptions {
  db: Db;
  seal: PasswordSeal;
  /** Names the supervisor of this process, which registers itself in the table `process`. */
  holder: string;
  /** The key in use makes the secrets of own logins; sessions have a key of their own (`loadSessionKey`). */
  keys: KeyRing;
  isAllowed: SiteAddressRule;
  receive(site: SiteIdentity, message: IncomingMessage, done: (error?: Error) => void): void;
  /** A message that is too big, which is not kept. */
  tooBig(site: SiteIdentity, topic: string): void;
  /** The local server through which a meter spoke last; null: it did not. */
  siteOf(meterId: number): number | null;
  /** A session is connected; what its broker kept before may be lost. */
  onConnected?(site: SiteIdentity): void;
  clock: Clock;
  /** Milliseconds that never jump. */
  monotonic(): number;
  random(): number;
  log: Log;
}

export interface SiteConnections {
  start(): void;
  /** Local servers may have changed. */
  wake(): void;
  stop(): Promise<void>;
  /** Whether this process is connected to the local server through which a meter spoke last. */
  reaches(device: NamedDevice): boolean;
  /**
   * Publishes to a device through its last local server; `rest` is the topic below the device. Resolves true when the
   * site's broker has acknowledged it, and false if this process is not connected to it, or it does not answer within 5
   * s. Nothing is queued here; `retain`: the site's broker keeps the message for the device.
   */
  publish(device: NamedDevice, rest: string, payload: string, options: { retain: boolean }): Promise<boolean>;
  /** Whether this process is connected to a local server of one organization. */
  isConnected(localServerId: number): boolean;
  /** Publishes any topic to a local server of one organization; resolves like `publish`. */
  publishTo(
    localServerId: number,
    topic: string,
    payload: string | Buffer,
    options?: { retain: boolean },
  ): Promise<boolean>;
  /** Connections that are open now. */
  connected(): number;
}

interface Held {
  row: SiteRow;
  connection: SiteConnection;
  lastMessageTime: number | null;
  /** Messages of the span that is going on, and of those of the last minute. */
  messages: number;
  spans: number[];
}

const isSame = (a: SiteRow, b: SiteRow): boolean =>
  JSON.stringify({ ...a, password: null }) === JSON.stringify({ ...b, password: null }) &&
  (a.password === null ? b.password === null : b.password !== null && a.password.equals(b.password));

const keyOfRow = ({ id, organization_id }: Pick<SiteRow, 'id' | 'organization_id'>): string =>
  siteKey({ localServerId: id, organizationId: organization_id });

/**
 * The organization's oldest valid code names the session: another code for the organization keeps the messages that wait
 * in it, and an ended alias leaves its subscriptions behind.
 */
const sessionCodeOf = ({ codes }: SiteRow): string => codes[0] ?? '';

/** Keeps this process connected to its share of the local servers: with one session for each organization of a broker. */
export const createSiteConnections = (options: SiteConnectionsOptions): SiteConnections => {
  const { db, seal, holder, keys, isAllowed, receive, tooBig, siteOf, clock, monotonic, random, log } = options;
  const { onConnected = () => undefined } = options;
  const say = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });
  /** By `keyOf`. */
  const held = new Map<string, Held>();
  /** The connections whose state is to be saved. */
  const changed = new Set<string>();
  let sessionKey: Uint8Array | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const targetOf = (row: SiteRow, nameKey: Uint8Array): SiteTarget | ConnectionError => {
    const addresses = allowedAddressesOf(row, isAllowed);
    if (addresses.length === 0) return 'ADDRESS';
    const password = row.password && seal.open(row.password);
    if (row.password !== null && password === null) return 'PASSWORD_LOST';
    return {
      addresses,
      isAllowed,
      tls: row.tls === 'Y' ? { ca: row.ca } : null,
      clientId: sessionIdOf(nameKey, `${row.id}/${sessionCodeOf(row)}`),
      ...(row.own_login === 'Y'
        ? { username: siteUsername(row.id), password: siteSecret(keys.key, row) }
        : { username: row.account, password }),
      filters: siteFilters(row),
      // The native protocol has the smaller bound: `receive` checks it.
      maxPacketBytes: row.door_filters.length > 0 ? MAX_DOOR_PACKET_BYTES : MAX_MESSAGE_BYTES,
    };
  };

  const open = (row: SiteRow, nameKey: Uint8Array): void => {
    const site: SiteIdentity = { localServerId: row.id, organizationId: row.organization_id };
    const key = siteKey(site);
    const count = (): void => {
      const entry = held.get(key);
      if (entry === undefined) return;
      entry.messages += 1;
      entry.lastMessageTime = clock.now();
    };
    const connection = openSiteConnection({
      ...{ clock, monotonic, random },
      target: targetOf(row, nameKey),
      mayConnect: () => monotonic() - lookedAt < HOLDER_SILENT_MS,
      receive(message: IncomingMessage, done) {
        count();
        receive(site, message, done);
      },
      tooBig(topic) {
        count();
        tooBig(site, topic);
      },
      failed: (error, topic) =>
        say('error', { err: error, topic, localServer: row.id }, 'a local server: a message failed'),
      onChange() {
        const { state, error } = connection.standing();
        const level = state === 'DISCONNECTED' ? 'warn' : 'info';
        say(
          level,
          { localServer: row.id, organization: row.organization_id, error },
          `a local server is ${state.toLowerCase()}`,
        );
        changed.add(key);
        saver.wake();
        if (state === 'CONNECTED') onConnected(site);
      },
    });
    held.set(key, { row, connection, lastMessageTime: null, messages: 0, spans: [] });
    changed.add(key);
    saver.wake();
  };

  const close = async (key: string, forget: boolean): Promise<void> => {
    const entry = held.get(key);
    held.delete(key);
    changed.delete(key);
    await entry?.connection.stop({ forget });
  };

  /** Connects and disconnects according to the database. */
  const look = async (): Promise<void> => {
    await shareSites(db, holder);
    await claimSites(db, { holder, now: clock.now() });
    const rows = new Map((await listHeldSites(db, holder)).map((row) => [keyOfRow(row), row]));
    sessionKey ??= await loadSessionKey(db, seal, keys);
    lookedAt = monotonic();
    const isOver = (row: SiteRow): boolean => {
      const now = rows.get(keyOfRow(row));
      return now === undefined || !isSame(row, now);
    };
    const over = [...held.values()].map(({ row }) => row).filter(isOver);
    if (over.length > 0) {
      const used = new Map((await listUsedSites(db, over)).map((row) => [keyOfRow(row), row]));
      const isUsed = (row: SiteRow): boolean => {
        const now = used.get(keyOfRow(row));
        const code = sessionCodeOf(rows.get(keyOfRow(row)) ?? row);
        return now !== undefined && shareAddress(now, row) && code === sessionCodeOf(row);
      };
      await Promise.all(over.map((row) => close(keyOfRow(row), !isUsed(row))));
    }
    for (const [key, row] of rows) if (!held.has(key)) open(row, sessionKey);
  };

  const statusOf = ({ row, connection, lastMessageTime, spans }: Held): SiteStatus => ({
    id: row.id,
    organizationId: row.organization_id,
    ...connection.standing(),
    lastMessageTime,
    messagesAMinute: spans.reduce((sum, count) => sum + count, 0),
  });

  let spanEndsAt = monotonic() + SPAN_MS;
  const endSpan = (): void => {
    spanEndsAt = monotonic() + SPAN_MS;
    for (const [key, entry] of held) {
      const isConnected = entry.connection.standing().state === 'CONNECTED';
      if (isConnected || entry.messages > 0 || entry.spans.some((count) => count > 0)) changed.add(key);
      entry.spans = [...entry.spans, entry.messages].slice(-SPANS_A_MINUTE);
      entry.messages = 0;
    }
  };

  const save = async (): Promise<void> => {
    if (monotonic() >= spanEndsAt) endSpan();
    const due = [...changed];
    changed.clear();
    const all = due.flatMap((key) => held.get(key) ?? []).map(statusOf);
    await saveSiteStatus(db, holder, all).catch((error) => {
      for (const key of due) changed.add(key);
      throw error;
    });
  };

  const failing = (error: unknown): number => {
    say('warn', { err: error }, 'local servers: the database does not answer; trying again');
    return LOOK_MS;
  };
  const looker = createLoop(async () => {
    await look();
    return LOOK_MS;
  }, failing);
  const saver = createLoop(async () => {
    await save();
    return Math.max(0, spanEndsAt - monotonic());
  }, failing);

  const wayTo = ({ id, organization }: NamedDevice): Held | undefined => {
    const siteId = siteOf(id);
    return siteId === null ? undefined : held.get(siteKey({ localServerId: siteId, organizationId: organization.id }));
  };
  const soleSessionOf = (localServerId: number): SiteConnection | undefined =>
    [...held.values()].find(({ row }) => row.id === localServerId)?.connection;

  return {
    start() {
      looker.start();
      saver.start();
    },
    wake: looker.wake,
    async stop() {
      await looker.stop();
      await Promise.all([...held.keys()].map((key) => close(key, false)));
      await saver.stop();
      await releaseSites(db, holder).catch((error) => log.debug({ err: error }, 'local servers are not given back'));
    },
    reaches: (device) => wayTo(device)?.connection.standing().state === 'CONNECTED',
    publish(device, rest, payload, options) {
      const { code, organization } = device;
      const way = wayTo(device);
      return (
        way?.connection.publish(topicOf(organization.code, code, rest), payload, options) ?? Promise.resolve(false)
      );
    },
    isConnected: (id) => soleSessionOf(id)?.standing().state === 'CONNECTED',
    publishTo: (id, topic, payload, options = { retain: false }) =>
      soleSessionOf(id)?.publish(topic, payload, options) ?? Promise.resolve(false),
    connected: () => [...held.values()].filter(({ connection }) => connection.standing().state === 'CONNECTED').length,
  };
};
