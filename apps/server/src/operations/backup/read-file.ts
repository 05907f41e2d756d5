import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { z } from 'zod';
import {
  ANY_MAGIC,
  BackupError,
  BLOCK_BYTES,
  DIGEST_BYTES,
  endSchema,
  HEAD_BYTES,
  type Header,
  headerSchema,
  MAGIC,
  MAX_RECORD_BYTES,
  RECORD,
  type TableEnd,
} from './format.ts';

const inflate = promisify(inflateRaw);

export interface BackupSource {
  header: Header;
  /** Size of the whole file in bytes. */
  size: number;
  /** Reads and verifies the file once without using its rows. @throws BackupError if it is incomplete. */
  verify(progress: (offset: number) => void): Promise<void>;
  /**
   * Reads it again, table by table in the header's order: `take` gets the data for COPY, to be read to its end,
   * followed by the file's facts about the table.
   */
  read(take: (table: Header['tables'][number], rows: TableRows) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface TableRows {
  blocks: AsyncIterable<Buffer>;
  /** Known at the end of the blocks. */
  end(): TableEnd;
  /** How much of the file has been read. */
  offset(): number;
}

const spoilt = (path: string, what: string, cause?: unknown): BackupError =>
  new BackupError(`${path} is not whole: ${what}. Nothing was restored; use another backup.`, { cause });

/** Reads records one after the other, and hashes the bytes. */
class Records {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #hash: Hash = createHash('sha256');
  offset = 0;

  constructor(file: FileHandle, path: string) {
    this.#file = file;
    this.#path = path;
  }

  async bytes(length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await this.#file.read(buffer, filled, length - filled, this.offset);
      if (bytesRead === 0) throw spoilt(this.#path, 'it ends too early');
      filled += bytesRead;
      this.offset += bytesRead;
    }
    this.#hash.update(buffer);
    return buffer;
  }

  async next(): Promise<{ kind: number; body: Buffer }> {
    const head = await this.bytes(HEAD_BYTES);
    const [kind, length] = [head.readUInt8(0), head.readUInt32BE(1)];
    if (length > MAX_RECORD_BYTES) throw spoilt(this.#path, 'a part of it is longer than can be');
    if (kind !== RECORD.finish) return { kind, body: await this.bytes(length) };
    const digest = this.#hash.copy().digest();
    if (length !== DIGEST_BYTES || !(await this.bytes(length)).equals(digest)) {
      throw spoilt(this.#path, 'its checksum is another one');
    }
    return { kind, body: digest };
  }

  json<T extends z.ZodType>(schema: T, body: Buffer): z.output<T> {
    try {
      return schema.parse(JSON.parse(body.toString('utf8')));
    } catch (error) {
      throw spoilt(this.#path, 'it says what no backup says', error);
    }
  }

  async header(): Promise<Header> {
    const magic = await this.bytes(MAGIC.length);
    if (!magic.equals(MAGIC)) {
      const isOther = magic.toString('latin1').startsWith(ANY_MAGIC);
      throw new BackupError(
        isOther ? `${this.#path} was made by a newer version: restore it with that.` : `${this.#path} is no backup.`,
      );
    }
    const { kind, body } = await this.next();
    if (kind !== RECORD.header) throw spoilt(this.#path, 'it has no header');
    return this.json(headerSchema, body);
  }

  table(name: string): TableRows {
    const hash = createHash('sha256');
    let end: TableEnd | null = null;
    const blocks = async function* (records: Records, path: string): AsyncGenerator<Buffer> {
      for (;;) {
        const { kind, body } = await records.next();
        if (kind === RECORD.end) {
          end = records.json(endSchema, body);
          if (end.sha256 !== hash.digest('hex')) throw spoilt(path, `the checksum of ${name} is another one`);
          return;
        }
        if (kind !== RECORD.rows) throw spoilt(path, `${name} does not end`);
        const block = await inflate(body, { maxOutputLength: BLOCK_BYTES }).catch((error) => {
          throw spoilt(path, `${name} cannot be inflated`, error);
        });
        hash.update(block);
        yield block;
      }
    };
    return {
      blocks: blocks(this, this.#path),
      end: () => {
        if (end === null) throw spoilt(this.#path, `${name} does not end`);
        return end;
      },
      offset: () => this.offset,
    };
  }

  async finish(size: number): Promise<void> {
    if ((await this.next()).kind !== RECORD.finish) throw spoilt(this.#path, 'it has more tables than it says');
    if (this.offset !== size) throw spoilt(this.#path, 'it goes on behind its end');
  }
}

/** @throws BackupError if it cannot be read or is no backup. */
export const openBackupFile = async (path: string): Promise<BackupSource> => {
  const file = await open(path, 'r').catch((error) => {
    throw new BackupError(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  const read: BackupSource['read'] = async (take) => {
    const records = new Records(file, path);
    for (const table of (await records.header()).tables) await take(table, records.table(table.name));
    await records.finish((await file.stat()).size);
  };
  try {
    const { size } = await file.stat();
    return {
      header: await new Records(file, path).header(),
      size,
      verify: (progress) =>
        read(async (_table, { blocks, offset }) => {
          for await (const _block of blocks) progress(offset());
        }),
      read,
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
};
