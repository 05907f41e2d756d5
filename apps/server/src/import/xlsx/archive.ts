import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { Failure } from '../../platform/http/failure.ts';

/** Workbooks have a few dozen parts. */
const MAX_PARTS = 1_000;
/** Unpacked bytes of one part and in total: 100,000 rows of the widest resource need half of it. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

/** The parts of a workbook's archive. */
export interface Archive {
  has(name: string): boolean;
  /** @throws Failure INVALID_FILE if the archive has no such part, FILE_TOO_BIG if it would be too large. */
  open(name: string): Promise<AsyncIterable<Uint8Array>>;
}

const listParts = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const parts = new Map<string, Entry>();
  if (zip.entryCount > MAX_PARTS) throw new Failure('INVALID_FILE');
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName.toLowerCase(), entry);
  return parts;
};

/**
 * Opens a ZIP archive. The declared size of a part is checked before it is unpacked, and yauzl stops at a part that
 * exceeds it: an archive that would unpack to gigabytes costs nothing.
 */
export const openArchive = async (file: Buffer): Promise<Archive> => {
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  const parts = await listParts(zip);
  let unpacked = 0;
  return {
    has: (name) => parts.has(name.toLowerCase()),
    async open(name) {
      const entry = parts.get(name.toLowerCase());
      if (!entry || entry.isEncrypted()) throw new Failure('INVALID_FILE');
      unpacked += entry.uncompressedSize;
      if (unpacked > MAX_UNPACKED_BYTES) throw new Failure('FILE_TOO_BIG');
      return zip.openReadStreamPromise(entry);
    },
  };
};
