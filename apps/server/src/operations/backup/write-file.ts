import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { syncFolder } from '../../platform/secret-file.ts';
import { BackupError, DIGEST_BYTES, HEAD_BYTES, type Header, MAGIC, RECORD } from './format.ts';

const deflate = promisify(deflateRaw);
/** Packed days are compressed already, and hot data shrink well at the fastest level too. */
const LEVEL = 3;

export interface BackupFile {
  /** Takes the COPY output of the next table; `rows` is called at its end. Returns the number of bytes. */
  table(blocks: AsyncIterable<Buffer>, rows: () => number): Promise<number>;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const createWriter = (file: FileHandle, path: string) => {
  const hash = createHash('sha256');
  const put = (data: Buffer): Promise<void> =>
    file.writeFile(data).catch((error) => {
      throw new BackupError(`${path} cannot be written: ${reasonOf(error)}`, { cause: error });
    });
  const write = async (data: Buffer): Promise<void> => {
    hash.update(data);
    await put(data);
  };
  const record = async (kind: number, body: Buffer): Promise<void> => {
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    head.writeUInt8(kind);
    head.writeUInt32BE(body.length, 1);
    await write(Buffer.concat([head, body]));
  };
  return {
    async begin(header: Header): Promise<void> {
      await write(MAGIC);
      await record(RECORD.header, Buffer.from(JSON.stringify(header)));
    },
    async table(blocks: AsyncIterable<Buffer>, rows: () => number): Promise<number> {
      const tableHash = createHash('sha256');
      let bytes = 0;
      for await (const block of blocks) {
        tableHash.update(block);
        bytes += block.length;
        await record(RECORD.rows, await deflate(block, { level: LEVEL }));
      }
      await record(RECORD.end, Buffer.from(JSON.stringify({ rows: rows(), sha256: tableHash.digest('hex') })));
      return bytes;
    },
    async finish(): Promise<void> {
      const head = Buffer.from([RECORD.finish, 0, 0, 0, DIGEST_BYTES]);
      await write(head);
      await put(hash.digest());
      await file.sync();
    },
  };
};

/**
 * Writes a backup file readable by its owner only. It gets its name when it is complete and on disk. @throws
 * BackupError if the file cannot be written.
 */
export const writeBackupFile = async (
  path: string,
  header: () => Promise<Header>,
  fill: (file: BackupFile) => Promise<void>,
): Promise<void> => {
  if (existsSync(path)) throw new BackupError(`${path} is there already: choose another name.`);
  const draft = `${path}.part`;
  const file = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600).catch((error) => {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const advice = isThere ? ' Another backup is writing it, or was interrupted: then delete it.' : '';
    throw new BackupError(`${draft} cannot be made: ${reasonOf(error)}.${advice}`, { cause: error });
  });
  try {
    const writer = createWriter(file, draft);
    await writer.begin(await header());
    await fill(writer);
    await writer.finish();
    await rename(draft, path);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
  syncFolder(dirname(path));
};
