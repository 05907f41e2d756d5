import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/*
 * PostgreSQL's COPY over a connection of pg, which passes the messages of a running statement to its submitter and does
 * not implement COPY. Messages of PostgreSQL's protocol are a letter, a length and a body.
 */

const LENGTH_BYTES = 4;

const head = (kind: string, bodyBytes: number): Buffer => {
  const buffer = Buffer.allocUnsafe(kind.length + LENGTH_BYTES);
  buffer.write(kind, 'latin1');
  buffer.writeInt32BE(LENGTH_BYTES + bodyBytes, kind.length);
  return buffer;
};

const textMessage = (kind: string, text: string): Buffer => {
  const body = Buffer.from(`${text}\0`);
  return Buffer.concat([head(kind, body.length), body]);
};

/** 'COPY 17' means 17 rows. */
const rowsOf = (tag: string): number => Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? 0);

/**
 * Output of `COPY … TO STDOUT` in blocks of `blockBytes`, the last one shorter. Ending it early closes the connection.
 */
export class CopyOut extends Readable implements pg.Submittable {
  readonly #text: string;
  readonly #blockBytes: number;
  #connection: pg.Connection | null = null;
  #block: Buffer;
  #used = 0;
  #isOver = false;
  /** Number of rows; known at the end. */
  rows = 0;

  constructor(text: string, blockBytes: number) {
    // Object mode, because a byte stream would join the blocks.
    super({ objectMode: true, highWaterMark: 2 });
    this.#text = text;
    this.#blockBytes = blockBytes;
    this.#block = Buffer.allocUnsafe(blockBytes);
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.stream.write(textMessage('Q', this.#text));
  }

  /** pg reuses the memory of the chunk. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(this.#block, this.#used, at);
      at += copied;
      this.#used += copied;
      if (this.#used === this.#blockBytes) this.#hand();
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsOf(text);
  }

  handleReadyForQuery(): void {
    this.#over();
    this.#hand();
    this.push(null);
  }

  handleError(error: Error): void {
    this.#over();
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isOver) this.#connection?.stream.destroy();
    done(error);
  }

  #hand(): void {
    if (this.#used === 0) return;
    const isWanted = this.push(this.#block.subarray(0, this.#used));
    this.#block = Buffer.allocUnsafe(this.#blockBytes);
    this.#used = 0;
    if (!isWanted && !this.#isOver) this.#connection?.stream.pause();
  }

  #over(): void {
    this.#isOver = true;
    this.#connection?.stream.resume();
  }
}

/**
 * Feeds `COPY … FROM STDIN`; returns the number of rows. If `source` throws, nothing is stored and the error is
 * rethrown.
 */
export const copyIn = (client: pg.ClientBase, text: string, source: AsyncIterable<Buffer>): Promise<number> =>
  new Promise((resolve, reject) => {
    const over = new AbortController();
    let rows = 0;
    let failure: unknown = null;

    const feed = async ({ stream }: pg.Connection): Promise<void> => {
      try {
        for await (const chunk of source) {
          if (over.signal.aborted) return;
          stream.write(head('d', chunk.length));
          if (!stream.write(chunk)) await once(stream, 'drain', { signal: over.signal });
        }
        stream.write(head('c', 0));
      } catch (error) {
        if (over.signal.aborted) return;
        failure = error;
        stream.write(textMessage('f', 'the source failed'));
      }
    };

    const handlers = {
      submit: (connection: pg.Connection) => {
        connection.stream.write(textMessage('Q', text));
      },
      handleCopyInResponse: (connection: pg.Connection) => {
        feed(connection).catch(reject);
      },
      handleCommandComplete: (message: { text: string }) => {
        rows = rowsOf(message.text);
      },
      handleReadyForQuery: () => resolve(rows),
      handleError: (error: Error) => {
        over.abort();
        reject(failure ?? error);
      },
    };
    client.query(handlers);
  });
