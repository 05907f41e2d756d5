import type { ConnectionError } from '@airdeck/contract/local-server/schema';
import type { HostPort } from '@airdeck/domain/host-port';
import type { Clock } from '../../platform/clock.ts';
import { type Client, connectClient } from '../../platform/mqtt/client.ts';
import { ClientError } from '../../platform/mqtt/client-error.ts';
import type { IncomingMessage } from '../../platform/mqtt/client-inbox.ts';

const FIRST_PAUSE_MS = 500;
/** A site usually recovers quickly. */
const MAX_PAUSE_MS = 5_000;
/** An error that a person has to correct is tried rarely; their change starts a new attempt at once. */
const CONFIGURED_PAUSE_MS = 60_000;
const CONFIGURED: ReadonlySet<ConnectionError> = new Set(['LOGIN', 'SUBSCRIPTION', 'PASSWORD_LOST', 'ADDRESS']);
/** A connection of this duration counts as good. */
const GOOD_MS = 30_000;

/** The settings of a connection to a local server. */
export interface SiteTarget {
  /** At least one; tried in turn. */
  addresses: readonly HostPort[];
  isAllowed(address: string): boolean;
  tls: { ca: string | null } | null;
  clientId: string;
  username: string | null;
  password: string | null;
  filters: readonly string[];
  maxPacketBytes: number;
}

export interface SiteConnectionOptions {
  /** The broker to connect to, or the error that rules out a connection. */
  target: SiteTarget | ConnectionError;
  /** Whether this process may connect now: another one may have taken the local server. */
  mayConnect(): boolean;
  receive(message: IncomingMessage, done: (error?: Error) => void): void;
  tooBig(topic: string): void;
  failed(error: unknown, topic: string): void;
  /** Called when the connection came or went, and when there is another reason why there is none. */
  onChange(): void;
  clock: Clock;
  monotonic(): number;
  random(): number;
}

export interface ConnectionStanding {
  state: 'CONNECTING' | 'CONNECTED' | 'DISCONNECTED';
  error: ConnectionError | null;
  /** Epoch milliseconds; of the connection that there is, and since when there is none. */
  connectedTime: number | null;
  downSince: number | null;
  /** When the broker last sent anything, answers to pings included; null: nothing yet. */
  heardTime: number | null;
}

export interface SiteConnection {
  standing(): ConnectionStanding;
  publish(topic: string, payload: string | Buffer, options: { retain: boolean }): Promise<boolean>;
  /** `forget`: the site shall drop this server's session. */
  stop(options: { forget: boolean }): Promise<void>;
}

/** How long to wait after the failures that came one after another: longer each time, and never at once with others. */
export const pauseAfter = (failures: number, error: ConnectionError, random: () => number): number => {
  const most = CONFIGURED.has(error) ? CONFIGURED_PAUSE_MS : MAX_PAUSE_MS;
  return Math.min(most, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10)) * (0.5 + random() / 2);
};

/** Keeps one connection to a local server, as long as it is not stopped. */
export const openSiteConnection = (options: SiteConnectionOptions): SiteConnection => {
  const { target, mayConnect, onChange, clock, monotonic, random } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: Client | null = null;
  let isStopping = false;
  let standing: Omit<ConnectionStanding, 'heardTime'> = {
    state: 'CONNECTING',
    error: null,
    connectedTime: null,
    downSince: clock.now(),
  };
  let heardTime: number | null = null;
  const heard = (): void => {
    heardTime = clock.now();
  };

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(end, ms);
      function end(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      }
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });

  const isDown = (error: ConnectionError): void => {
    const isKnown = standing.state === 'DISCONNECTED' && standing.error === error;
    standing = { state: 'DISCONNECTED', error, connectedTime: null, downSince: standing.downSince ?? clock.now() };
    if (!isKnown) onChange();
  };

  /** One connection to the address with this number from its beginning to its end; answers why there is none. */
  const connectOnce = async (turn: number): Promise<ConnectionError> => {
    if (typeof target === 'string') return target;
    const { receive, tooBig, failed } = options;
    const { addresses, ...rest } = target;
    const { host = '', port = 0 } = addresses[turn] ?? {};
    try {
      client = await connectClient({ ...rest, host, port, receive, tooBig, failed, heard }, signal);
      standing = { state: 'CONNECTED', error: null, connectedTime: clock.now(), downSince: null };
      onChange();
      return (await client.ended).code;
    } catch (error) {
      if (error instanceof ClientError) return error.code;
      failed(error, '');
      return 'LOST';
    } finally {
      client = null;
    }
  };

  const run = async (): Promise<void> => {
    const addressCount = typeof target === 'string' ? 1 : target.addresses.length;
    let failures = 0;
    let turn = 0;
    /** Error of this round that a person has to correct: more useful than a later address that does not answer. */
    let toCorrect: ConnectionError | null = null;
    while (!isStopping) {
      if (!mayConnect()) {
        await rest(MAX_PAUSE_MS);
        continue;
      }
      const began = monotonic();
      const error = await connectOnce(turn);
      if (isStopping) return;
      const wasConnected = standing.state === 'CONNECTED';
      if (CONFIGURED.has(error)) toCorrect ??= error;
      // After a connection the first address has its turn again.
      turn = wasConnected ? 0 : (turn + 1) % addressCount;
      if (turn > 0) continue;
      const reason = wasConnected ? error : (toCorrect ?? error);
      toCorrect = null;
      isDown(reason);
      if (monotonic() - began > GOOD_MS) failures = 0;
      await rest(pauseAfter(failures, reason, random));
      failures += 1;
    }
  };
  const running = run();

  return {
    standing: () => ({ ...standing, heardTime }),
    publish: (...message) => client?.publish(...message) ?? Promise.resolve(false),
    async stop({ forget }) {
      isStopping = true;
      const ending = client?.end({ forget });
      // An attempt that is on its way ends at once; a connection ends in order.
      if (ending === undefined) stopping.abort();
      await ending;
      stopping.abort();
      await running;
    },
  };
};
