import { FRAMINGS, type ModbusTransport } from './framing.ts';
import { type Link, openLink } from './link.ts';
import { DEVICE_BUSY, isException, ModbusError } from './modbus-error.ts';
import { exceptionOf, type Pdu } from './pdu.ts';

export interface HostOptions {
  readonly connectMs: number;
  readonly answerMs: number;
  /** A connection without a request for so long is closed. */
  readonly idleMs: number;
  /** Pause after exception 6, before the request is repeated. */
  readonly busyMs: number;
  readonly maxBusyRetries: number;
  /** Requests that wait for one host. */
  readonly maxQueued: number;
}

export interface HostRequest {
  readonly transport: ModbusTransport;
  readonly unit: number;
  readonly pdu: Pdu;
  /** Whether repeating it has no effect on the device. */
  readonly isRead: boolean;
}

/** One host and port: one connection, one request at a time. */
export interface Host {
  /** The answer's function and data. @throws ModbusError */
  request(request: HostRequest): Promise<Buffer>;
  /** Ends the connection; what waits ends with STOPPED. */
  stop(): Promise<void>;
}

interface Job {
  readonly request: HostRequest;
  resolve(answer: Buffer): void;
  reject(error: unknown): void;
}

const MAX_TRANSACTION = 65_535;

const hasCode = (error: unknown, ...codes: ModbusError['code'][]): boolean =>
  error instanceof ModbusError && codes.includes(error.code);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/** `onIdle`: the host has neither a connection nor requests any more. */
export const createHost = (address: string, port: number, options: HostOptions, onIdle: () => void): Host => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const queue: Job[] = [];
  let link: Link | null = null;
  let transaction = 0;
  let running: Promise<void> | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

  const open = async (): Promise<Link> => {
    link = null;
    link = await openLink({ address, port, connectMs: options.connectMs, signal });
    return link;
  };

  const exchange = async (on: Link, { transport, unit, pdu }: HostRequest): Promise<Buffer> => {
    transaction = (transaction % MAX_TRANSACTION) + 1;
    const sent = { unit, transaction, pdu };
    const framing = FRAMINGS[transport];
    const answer = await on.exchange(
      framing.wrap(sent),
      (received) => framing.unwrap(sent, received),
      options.answerMs,
    );
    const exception = exceptionOf(answer);
    if (exception !== null) throw exception;
    return answer;
  };

  const send = async (request: HostRequest): Promise<Buffer> => {
    if (!link?.isOpen()) return exchange(await open(), request);
    try {
      return await exchange(link, request);
    } catch (error) {
      // Devices close idle connections. A write is not repeated: the device may have executed it.
      if (!request.isRead || !hasCode(error, 'LOST')) throw error;
      return exchange(await open(), request);
    }
  };

  const perform = async (request: HostRequest): Promise<Buffer> => {
    for (let retries = 0; ; retries++) {
      try {
        return await send(request);
      } catch (error) {
        if (!isException(error, DEVICE_BUSY) || retries === options.maxBusyRetries) throw error;
        await pause(options.busyMs, signal);
      }
    }
  };

  const work = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      try {
        job.resolve(await perform(job.request));
      } catch (error) {
        job.reject(error);
        // Waiting requests would only wait for the same failure.
        if (hasCode(error, 'UNREACHABLE', 'REFUSED', 'STOPPED')) {
          for (const each of queue.splice(0)) each.reject(error);
        }
      }
    }
    running = null;
    idleTimer = setTimeout(() => {
      link?.close();
      onIdle();
    }, options.idleMs);
    idleTimer.unref();
  };

  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new ModbusError('STOPPED', 'stopped'));
        if (queue.length >= options.maxQueued) {
          return reject(new ModbusError('QUEUE_FULL', `${queue.length} requests wait for this host`));
        }
        clearTimeout(idleTimer);
        queue.push({ request, resolve, reject });
        running ??= work();
      }),
    stop: async () => {
      stopping.abort();
      await running;
      clearTimeout(idleTimer);
      await link?.closed;
    },
  };
};
