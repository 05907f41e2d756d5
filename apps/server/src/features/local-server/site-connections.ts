import { MAX_DOOR_PACKET_BYTES } from '@airdeck/contract/door/schema';
import type { ConnectionError } from '@airdeck/contract/local-server/schema';
import { MAX_MESSAGE_BYTES } from '@airdeck/contract/protocol/message';
import { topicOf } from '@airdeck/contract/protocol/topic';
import type { SiteIdentity } from '../../device-messages/device-message.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { limitLog } from '../../platform/limit-log.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { IncomingMessage } from '../../platform/mqtt/client-inbox.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { NamedDevice } from '../../registry/snapshot.ts';
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
  /** A secret of this installation: two of them on one broker must not take each other's sessions. */
  identityKey: Uint8Array;
  /** The key from which the secrets of own logins are derived. */
  loginKey: Uint8Array;
  isAllowed: SiteAddressRule;
  receive(site: SiteIdentity, message: IncomingMessage, done: (error?: Error) => void): void;
  /** A message that is too big, which is not kept. */
  tooBig(site: SiteIdentity, topic: string): void;
  /** The local server through which a meter spoke last; null: it did not. */
  siteOf(meterId: number): number | null;
  /** A local server is connected; what its broker kept before may be lost. */
  onConnected?(localServerId: number): void;
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
  /** Whether this process is connected to a local server. */
  isConnected(localServerId: number): boolean;
  /** Publishes any topic to a local server; resolves like `publish`. */
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

/**
 * The organization's oldest valid code names the session: another code for the organization keeps the messages that wait
 * in it, and an ended alias leaves its subscriptions behind.
 */
const sessionCodeOf = ({ codes }: SiteRow): string => codes[0] ?? '';

/** Keeps this process connected to its share of the local servers. */
export const createSiteConnections = (options: SiteConnectionsOptions): SiteConnections => {
  const { db, seal, holder, identityKey, loginKey, isAllowed, receive, tooBig, siteOf, clock, monotonic, random, log } =
    options;
  const { onConnected = () => undefined } = options;
  const say = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });
  const held = new Map<number, Held>();
  /** The connections whose state is to be saved. */
  const changed = new Set<number>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const targetOf = (row: SiteRow): SiteTarget | ConnectionError => {
    const addresses = allowedAddressesOf(row, isAllowed);
    if (addresses.length === 0) return 'ADDRESS';
    const password = row.password && seal.open(row.password);
    if (row.password !== null && password === null) return 'PASSWORD_LOST';
    return {
      addresses,
      isAllowed,
      tls: row.tls === 'Y' ? { ca: row.ca } : null,
      clientId: sessionIdOf(identityKey, `${row.id}/${sessionCodeOf(row)}`),
      ...(row.own_login === 'Y'
        ? { username: siteUsername(row.id), password: siteSecret(loginKey, row) }
        : { username: row.account, password }),
      filters: siteFilters(row),
      // The native protocol has the smaller bound: `receive` checks it.
      maxPacketBytes: row.door_filters.length > 0 ? MAX_DOOR_PACKET_BYTES : MAX_MESSAGE_BYTES,
    };
  };

  const open = (row: SiteRow): void => {
    const { id, organization_id: organizationId } = row;
    const site: SiteIdentity = { localServerId: id, organizationId };
    const count = (): void => {
      const entry = held.get(id);
      if (entry === undefined) return;
      entry.messages += 1;
      entry.lastMessageTime = clock.now();
    };
    const connection = openSiteConnection({
      ...{ clock, monotonic, random },
      target: targetOf(row),
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
        say('error', { err: error, topic, localServer: id }, 'a local server: a message failed'),
      onChange() {
        const { state, error } = connection.standing();
        const level = state === 'DISCONNECTED' ? 'warn' : 'info';
        say(level, { localServer: id, error }, `a local server is ${state.toLowerCase()}`);
        changed.add(id);
        saver.wake();
        if (state === 'CONNECTED') onConnected(id);
      },
    });
    held.set(id, { row, connection, lastMessageTime: null, messages: 0, spans: [] });
    changed.add(id);
    saver.wake();
  };

  const close = async (id: number, forget: boolean): Promise<void> => {
    const entry = held.get(id);
    held.delete(id);
    changed.delete(id);
    await entry?.connection.stop({ forget });
  };

  /** Connects and disconnects according to the database. */
  const look = async (): Promise<void> => {
    await shareSites(db, holder);
    await claimSites(db, { holder, now: clock.now() });
    const rows = new Map((await listHeldSites(db, holder)).map((row) => [row.id, row]));
    lookedAt = monotonic();
    const isOver = (row: SiteRow): boolean => {
      const now = rows.get(row.id);
      return now === undefined || !isSame(row, now);
    };
    const over = [...held.values()].map(({ row }) => row).filter(isOver);
    if (over.length > 0) {
      const used = await listUsedSites(
        db,
        over.map(({ id }) => id),
      );
      const isUsed = (row: SiteRow): boolean =>
        used.some((each) => each.id === row.id && shareAddress(each, row)) &&
        sessionCodeOf(rows.get(row.id) ?? row) === sessionCodeOf(row);
      await Promise.all(over.map((row) => close(row.id, !isUsed(row))));
    }
    for (const row of rows.values()) if (!held.has(row.id)) open(row);
  };

  const statusOf = ({ row, connection, lastMessageTime, spans }: Held): SiteStatus => ({
    id: row.id,
    ...connection.standing(),
    lastMessageTime,
    messagesAMinute: spans.reduce((sum, count) => sum + count, 0),
  });

  let spanEndsAt = monotonic() + SPAN_MS;
  const endSpan = (): void => {
    spanEndsAt = monotonic() + SPAN_MS;
    for (const [id, entry] of held) {
      const isConnected = entry.connection.standing().state === 'CONNECTED';
      if (isConnected || entry.messages > 0 || entry.spans.some((count) => count > 0)) changed.add(id);
      entry.spans = [...entry.spans, entry.messages].slice(-SPANS_A_MINUTE);
      entry.messages = 0;
    }
  };

  const save = async (): Promise<void> => {
    if (monotonic() >= spanEndsAt) endSpan();
    const ids = [...changed];
    changed.clear();
    const all = ids.flatMap((id) => held.get(id) ?? []).map(statusOf);
    await saveSiteStatus(db, holder, all).catch((error) => {
      for (const id of ids) changed.add(id);
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
    const entry = siteId === null ? undefined : held.get(siteId);
    return entry?.row.organization_id === organization.id ? entry : undefined;
  };

  return {
    start() {
      looker.start();
      saver.start();
    },
    wake: looker.wake,
    async stop() {
      await looker.stop();
      await Promise.all([...held.keys()].map((id) => close(id, false)));
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
    isConnected: (id) => held.get(id)?.connection.standing().state === 'CONNECTED',
    publishTo: (id, topic, payload, options = { retain: false }) =>
      held.get(id)?.connection.publish(topic, payload, options) ?? Promise.resolve(false),
    connected: () => [...held.values()].filter(({ connection }) => connection.standing().state === 'CONNECTED').length,
  };
};
