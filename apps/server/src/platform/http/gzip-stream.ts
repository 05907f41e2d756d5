import { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const deflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);

/** Fewest bytes that are compressed at once: each time needs tables of 300 kB. A larger part of an answer is one piece. */
const PIECE_BYTES = 131_072;
/** Pieces of one answer that are compressed at the same time: as many as Node has threads for such work. */
const MAX_AT_ONCE = 4;

/** RFC 1952: magic number, deflate, no flags, no time, no extra flags, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951: the last block, empty and with fixed codes. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** RFC 1952: checksum and number of bytes of the text, modulo 2^32. */
const trailerOf = (crc: number, length: number): Buffer => {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return trailer;
};

/**
 * Compresses a long answer as Node's `createGzip` does, but several pieces of it at the same time, while the next ones are
 * being written: Node's stream compresses one after the other, and what writes them waits for it. Each piece stands alone,
 * which costs a hundredth of size. Memory: a few pieces, however long the answer and however slow its reader.
 */
export const createGzipStream = (options: zlib.ZlibOptions = {}): Transform => {
  let gathered: Buffer[] = [];
  let bytes = 0;
  const running: Promise<Buffer>[] = [];
  let [crc, length] = [0, 0];

  const compressGathered = (): void => {
    const piece = Buffer.concat(gathered, bytes);
    crc = zlib.crc32(piece, crc);
    length += bytes;
    [gathered, bytes] = [[], 0];
    // A flushed piece ends at a whole byte, so that the next one can follow it.
    const compressed = deflateRaw(piece, { ...options, finishFlush: zlib.constants.Z_SYNC_FLUSH });
    // Its failure is seen in its turn; a reader who leaves does not need it.
    compressed.catch(() => undefined);
    running.push(compressed);
  };

  const stream = new Transform({
    transform(part: Buffer, _encoding, done) {
      gathered.push(part);
      bytes += part.length;
      if (bytes < PIECE_BYTES) return done();
      compressGathered();
      const [oldest] = running;
      if (!oldest || running.length < MAX_AT_ONCE) return done();
      running.shift();
      oldest.then((compressed) => done(null, compressed), done);
    },
    flush(done) {
      if (bytes > 0) compressGathered();
      Promise.all(running).then((all) => done(null, Buffer.concat([...all, LAST_BLOCK, trailerOf(crc, length)])), done);
    },
  });
  stream.push(HEADER);
  return stream;
};
