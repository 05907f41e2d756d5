import { randomUUID } from 'node:crypto';
import { connect, type MqttClient } from 'mqtt';

/** Message for a failed connection that says what to do. */
function connectionWords(error: unknown, url: string, username: string): string {
  const { code, message } = error as { code?: unknown; message?: string };
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${url}: is the server running, and is this its MQTT port?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${url} is not known`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
      return `${url} does not answer`;
    case 4:
    case 5:
      return `the server at ${url} does not know "${username}" with this password`;
    default:
      return `the connection to ${url} failed: ${message ?? String(error)}`;
  }
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface ConnectionOptions extends Credentials {
  /** `mqtt://host:port` or `mqtts://…` */
  readonly url: string;
  /** Called for each failed or lost connection. */
  readonly onTrouble: (words: string) => void;
  /** The last will; retained. */
  readonly will?: { readonly topic: string; readonly payload: string };
}

const RECONNECT_MS = 1000;
const CONNECT_TIMEOUT_MS = 10_000;

function open({ url, username, password, will }: ConnectionOptions, retriesRefused: boolean): MqttClient {
  return connect(url, {
    username,
    password,
    clientId: `simulator-${randomUUID()}`,
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: retriesRefused,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // The cache has a buffer for each of 65,536 packet ids: 7 MB.
    writeCache: false,
    ...(will && { will: { ...will, payload: Buffer.from(will.payload), qos: 1 as const, retain: true } }),
  });
}

function tellTrouble(client: MqttClient, { url, username, onTrouble }: ConnectionOptions): void {
  client.on('error', (error) => onTrouble(connectionWords(error, url, username)));
}

/**
 * A client that reconnects by itself and then resends unacknowledged messages. It may not be connected yet when this
 * returns. A refused login is tried again too: the server may not know a new secret yet.
 */
export function openClient(options: ConnectionOptions): MqttClient {
  const client = open(options, true);
  tellTrouble(client, options);
  return client;
}

/** Resolves when the client is connected; rejects if the signal aborts first. */
export function whenConnected(client: MqttClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (client.connected) return resolve();
    const give = () => reject(signal.reason);
    signal.addEventListener('abort', give);
    client.once('connect', () => {
      signal.removeEventListener('abort', give);
      resolve();
    });
  });
}

/** Cuts the connection for this long; then it reconnects as after any loss. */
export function cutLine(client: MqttClient, forMs: number): void {
  client.options.reconnectPeriod = forMs;
  client.once('connect', () => {
    client.options.reconnectPeriod = RECONNECT_MS;
  });
  client.stream.destroy();
}

/** Like `openClient`, but connected; rejects with a clear message if the first attempt fails. */
export async function connectClient(options: ConnectionOptions): Promise<MqttClient> {
  const client = open(options, false);
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('close', () => reject(new Error('closed before it was open')));
      // Kept, because an error event without a listener ends the process.
      client.on('error', reject);
    });
  } catch (error) {
    client.end(true);
    throw new Error(connectionWords(error, options.url, options.username), { cause: error });
  }
  tellTrouble(client, options);
  return client;
}
