import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGzipStream } from './gzip-stream.ts';

const LEVEL = { level: 2 };
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

const compress = (parts: Iterable<Buffer>): Promise<Buffer> =>
  buffer(Readable.from(parts, { objectMode: false }).pipe(createGzipStream(LEVEL)));

/** Text that repeats itself near and far, as rows do. */
const rows = (count: number): Buffer =>
  Buffer.from(
    Array.from({ length: count }, (_, i) => `{"meter":"실내 ${i % 97}","mean":${(i * 7_919) % 10_007}}`).join(),
  );

const ticks = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('what it writes', () => {
  it('is the text again, however it is cut', async () => {
    const text = rows(20_000);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: text.length }), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const parts = places.slice(1).map((end, i) => text.subarray(places[i], end));
        const answer = await compress(parts);
        expect(gunzipSync(answer).equals(text)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('is one stream with one checksum: a reader of the first member gets everything', async () => {
    const text = rows(20_000);
    const answer = await compress([text.subarray(0, 300_000), text.subarray(300_000)]);
    const body = answer.subarray(HEADER_BYTES, -TRAILER_BYTES);
    expect(inflateRawSync(body).equals(text)).toBe(true);
    expect(answer.readUInt32LE(answer.length - 4)).toBe(text.length);
    expect(answer.length).toBeLessThan(text.length / 4);
  });

  it('is empty for an empty text', async () => {
    expect(gunzipSync(await compress([]))).toHaveLength(0);
  });
});

describe('its reader and its writer', () => {
  it('keeps only a few pieces for a slow reader', async () => {
    const piece = rows(8_000);
    const pieces = 60;
    let taken = 0;
    const source = function* () {
      for (; taken < pieces; taken++) yield piece;
    };
    const stream = Readable.from(source(), { objectMode: false }).pipe(createGzipStream(LEVEL));
    let [read, most] = [0, 0];
    for await (const part of stream) {
      read++;
      await ticks(50);
      most = Math.max(most, taken - read);
      expect(part.length).toBeGreaterThan(0);
    }
    expect(taken).toBe(pieces);
    expect(most).toBeLessThan(12);
  });

  it('fails when the text fails', async () => {
    const source = async function* () {
      yield rows(8_000);
      throw new Error('the database is gone');
    };
    const read = pipeline(Readable.from(source(), { objectMode: false }), createGzipStream(LEVEL), buffer);
    await expect(read).rejects.toThrow('the database is gone');
  });

  it('ends the text when its reader leaves', async () => {
    const ended = new EventEmitter();
    const source = async function* () {
      try {
        for (;;) yield rows(8_000);
      } finally {
        ended.emit('end');
      }
    };
    const stream = createGzipStream(LEVEL);
    const isEnded = once(ended, 'end');
    const sent = pipeline(Readable.from(source(), { objectMode: false }), stream);
    stream.once('data', () => stream.destroy());
    await expect(sent).rejects.toThrow();
    await isEnded;
  });
});
