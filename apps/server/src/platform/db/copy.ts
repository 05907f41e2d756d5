import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/*
 * PostgreSQL's COPY through a connection of pg, which hands the messages of the running statement to the code that submitted
 * it and leaves COPY to others. It sends messages of PostgreSQL's protocol: a letter, a length, a body.
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

/** 'COPY 17' says that it was 17 rows. */
const rowsOf = (tag: string): number => Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? 0);

/** What `COPY … TO STDOUT` answers, in blocks of `blockBytes`, the last one shorter. Ended early, it ends the connection. */
export class CopyOut extends Readable implements pg.Submittable {
  readonly #text: string;
  readonly #blockBytes: number;
  #connection: pg.Connection | null = null;
  #block: Buffer;
  #used = 0;
  #isOver = false;
  /** How many rows it was, once it has ended. */
  rows = 0;

  constructor(text: string, blockBytes: number) {
    // Of blocks, which a stream of bytes would join.
    super({ objectMode: true, highWaterMark: 2 });
    this.#text = text;
    this.#blockBytes = blockBytes;
    this.#block = Buffer.allocUnsafe(blockBytes);
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.stream.write(textMessage('Q', this.#text));
  }

  /** pg uses the chunk's memory again. */
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

/** Feeds `COPY … FROM STDIN`; answers how many rows it was. When `source` throws, nothing is stored, and so does this. */
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
