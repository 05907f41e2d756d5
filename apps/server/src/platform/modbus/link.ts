import { connect } from 'node:net';
import { MAX_FRAME_BYTES } from './framing.ts';
import { ModbusError } from './modbus-error.ts';

/** An open connection that carries one request at a time. */
export interface Link {
  isOpen(): boolean;
  /**
   * Sends a request. `unwrap`: the answer, or null while bytes are missing. Closes the connection if it throws or if
   * the time is over: later bytes could be taken for the answer to another request. @throws ModbusError
   */
  exchange(request: Buffer, unwrap: (received: Buffer) => Buffer | null, answerMs: number): Promise<Buffer>;
  close(): void;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
}

export interface LinkOptions {
  /** An IP address. */
  readonly address: string;
  readonly port: number;
  readonly connectMs: number;
  /** Closes the connection; what waits for it ends with STOPPED. */
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly unwrap: (received: Buffer) => Buffer | null;
  settle(result: Buffer | ModbusError): void;
}

const errorOf = (error: unknown): ModbusError =>
  error instanceof ModbusError ? error : new ModbusError('ANSWER', 'the answer cannot be read');

/** @throws ModbusError UNREACHABLE, REFUSED, STOPPED */
export const openLink = async ({ address, port, connectMs, signal }: LinkOptions): Promise<Link> => {
  if (signal.aborted) throw new ModbusError('STOPPED', 'stopped');
  const socket = connect({ host: address, port, noDelay: true });
  let isOpen = false;
  let received = Buffer.alloc(0);
  let waiting: Waiting | null = null;
  let failure: ModbusError | null = null;

  const fail = (error: ModbusError): void => {
    isOpen = false;
    failure ??= error;
    socket.destroy();
    waiting?.settle(error);
  };
  const stop = (): void => fail(new ModbusError('STOPPED', 'stopped'));
  signal.addEventListener('abort', stop);

  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      signal.removeEventListener('abort', stop);
      fail(
        received.length > 0
          ? new ModbusError('ANSWER', 'the answer is cut off')
          : new ModbusError('LOST', 'the connection was closed'),
      );
      resolve();
    });
  });

  socket.on('data', (bytes) => {
    if (waiting === null) return fail(new ModbusError('ANSWER', 'bytes without a request'));
    if (received.length + bytes.length > MAX_FRAME_BYTES) return fail(new ModbusError('ANSWER', 'too many bytes'));
    received = Buffer.concat([received, bytes]);
    try {
      const answer = waiting.unwrap(received);
      if (answer !== null) waiting.settle(answer);
    } catch (error) {
      fail(errorOf(error));
    }
  });

  // The device sends nothing more: the next request needs another connection.
  socket.once('end', () => {
    isOpen = false;
  });

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => fail(new ModbusError('UNREACHABLE', `no connection within ${connectMs} ms`)),
      connectMs,
    );
    socket.once('connect', () => {
      clearTimeout(timer);
      isOpen = true;
      resolve();
    });
    socket.on('error', (error) => {
      const isRefused = 'code' in error && error.code === 'ECONNREFUSED';
      if (!isOpen) failure ??= new ModbusError(isRefused ? 'REFUSED' : 'UNREACHABLE', error.message);
    });
    void closed.then(() => {
      clearTimeout(timer);
      reject(failure);
    });
  });

  return {
    isOpen: () => isOpen,
    exchange: (request, unwrap, answerMs) =>
      new Promise((resolve, reject) => {
        if (!isOpen) return reject(failure ?? new ModbusError('LOST', 'the connection was closed'));
        const timer = setTimeout(
          () => fail(new ModbusError('TIMEOUT', `no whole answer within ${answerMs} ms`)),
          answerMs,
        );
        received = Buffer.alloc(0);
        waiting = {
          unwrap,
          settle: (result) => {
            clearTimeout(timer);
            waiting = null;
            received = Buffer.alloc(0);
            if (result instanceof ModbusError) reject(result);
            else resolve(result);
          },
        };
        socket.write(request);
      }),
    close: () => {
      isOpen = false;
      socket.destroy();
    },
    closed,
  };
};
