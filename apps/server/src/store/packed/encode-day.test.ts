import { deflateRawSync } from 'node:zlib';
import { DAY_MS } from '@airdeck/domain/duration';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CorruptDayError, decodeDay, decodeTicks, decodeTimes } from './decode-day.ts';
import { encodeDay, encodeTicks, encodeTimes } from './encode-day.ts';
import { HEAD_DEFLATED, HEAD_PLAIN, MAX_FRAMES, TIMES_CHANNEL } from './packed-format.ts';

const DAY = 20_000;
const START = DAY * DAY_MS;
const minutes = (count: number): number[] => Array.from({ length: count }, (_, i) => START + i * 60_000);
const smallint = fc.integer({ min: -32_768, max: 32_767 });
const column = fc.array(fc.option(smallint, { freq: 4 }), { maxLength: 300 });

/** Air that goes up and down by a few ticks, as most of it does. */
const walk = (length: number): number[] => Array.from({ length }, (_, i) => 400 + ((i * 7919) % 37) - ((i * 31) % 11));

describe('a packed day', () => {
  it('gives back any times of its day', () => {
    const anyTimes = fc
      .uniqueArray(fc.nat(DAY_MS - 1), { maxLength: 300 })
      .map((offsets) => offsets.toSorted((a, b) => a - b).map((offset) => START + offset));
    const property = fc.property(anyTimes, (times) => {
      expect(decodeTimes(encodeTimes(times, DAY), DAY)).toEqual(times);
    });
    fc.assert(property);
  });

  it('gives back any ticks, and which frames have none', () => {
    const property = fc.property(column, (ticks) => {
      expect(decodeTicks(encodeTicks(ticks), ticks.length)).toEqual(ticks);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it.each<[string, (number | null)[]]>([
    ['no frame', []],
    ['one', [812]],
    ['none in any frame', [null, null, null]],
    ['none at first', [null, 5, 5]],
    ['none at last', [5, 5, null]],
    ['every second one', Array.from({ length: 1440 }, (_, i) => (i % 2 ? i : null))],
    ['from end to end of a smallint', [-32_768, 32_767, -32_768, 0, 32_767, -1]],
    ['differences about the escape', [0, 127, 0, -128, 0, 128, 0, 126, -2]],
    ['noise', Array.from({ length: 1440 }, (_, i) => ((i * 2_654_435_761) % 65_536) - 32_768)],
    ['a frame a second', walk(86_400)],
  ])('keeps %s', (_, ticks) => {
    expect(decodeTicks(encodeTicks(ticks), ticks.length)).toEqual(ticks);
  });

  it.each<[string, number[], number]>([
    ['no frame', [], 1],
    ['the first and the last millisecond', [START, START + DAY_MS - 1], 9],
    ['every minute', minutes(1440), 20],
    ['every second', Array.from({ length: 86_400 }, (_, i) => START + i * 1000), 120],
    ['every minute but some', minutes(1440).filter((_, i) => i % 97 > 2), 120],
    ['every millisecond of a while', Array.from({ length: MAX_FRAMES }, (_, i) => START + i), 250],
  ])('keeps the times of %s', (_, times, most) => {
    const blob = encodeTimes(times, DAY);
    expect(decodeTimes(blob, DAY)).toEqual(times);
    expect(blob.length).toBeLessThanOrEqual(most);
  });

  it('needs less than a byte a reading for air, and next to nothing for air that stands still', () => {
    expect(encodeTicks(walk(1440)).length).toBeLessThan(1440 * 0.75);
    expect(encodeTicks(new Array<number>(1440).fill(2150)).length).toBeLessThan(30);
  });

  it('is one blob a channel, and one of the times', () => {
    const channels = new Map([
      [401, [1, null, 3]],
      [502, [null, null, 7]],
    ]);
    const day = { meterId: 1, times: minutes(3), channels };
    const blobs = encodeDay(day, DAY);
    expect([...blobs.keys()]).toEqual([TIMES_CHANNEL, 401, 502]);
    expect(decodeDay(1, DAY, blobs)).toEqual(day);
    blobs.delete(TIMES_CHANNEL);
    expect(() => decodeDay(1, DAY, blobs)).toThrow(CorruptDayError);
  });

  it.each([
    ['of the day before', [START - 1]],
    ['of the next day', [START + DAY_MS]],
    ['twice the same', [START, START]],
    ['not ascending', [START + 2, START + 1]],
    ['between milliseconds', [START + 0.5]],
    ['too many', new Array<number>(MAX_FRAMES + 1).fill(START)],
  ])('is not made of times %s', (_, times) => {
    expect(() => encodeTimes(times, DAY)).toThrow(RangeError);
  });

  it.each([32_768, -32_769, 1.5, Number.NaN])('is not made of %f', (tick) => {
    expect(() => encodeTicks([tick])).toThrow(RangeError);
  });
});

describe('bytes that were never packed', () => {
  const deflated = (body: Buffer): Buffer => Buffer.concat([Buffer.of(HEAD_DEFLATED), deflateRawSync(body)]);

  it.each([
    ['nothing', Buffer.of()],
    ['another version', Buffer.of(0x20, 0)],
    ['no deflated stream', Buffer.of(HEAD_DEFLATED, 255, 255)],
    ['a bomb', deflated(Buffer.alloc(50_000_000))],
    ['a number without end', Buffer.of(HEAD_PLAIN, 255, 255, 255, 255, 255)],
    ['half a number', Buffer.of(HEAD_PLAIN, 128)],
  ])('say that they are corrupt: %s', (_, blob) => {
    expect(() => decodeTimes(blob, DAY)).toThrow(CorruptDayError);
    expect(() => decodeTicks(blob, 3)).toThrow(CorruptDayError);
  });

  it.each([
    ['too few values', Buffer.of(HEAD_PLAIN, 0, 1, 1)],
    ['too many values', Buffer.of(HEAD_PLAIN, 0, 1, 1, 1, 1)],
    ['half an escape', Buffer.of(HEAD_PLAIN, 0, 1, 1, 255, 1)],
    ['runs of more frames', Buffer.of(HEAD_PLAIN, 2, 1, 3, 1)],
    ['more runs than frames', Buffer.of(HEAD_PLAIN, 5, 0, 0, 0, 0, 3, 1, 1, 1)],
    ['runs that are very long', Buffer.of(HEAD_PLAIN, 1, 255, 255, 255, 127)],
  ])('say that they are corrupt: ticks, %s', (_, blob) => {
    expect(() => decodeTicks(blob, 3)).toThrow(CorruptDayError);
  });

  it.each([
    ['the next midnight', DAY_MS, false],
    ['the last millisecond', DAY_MS - 1, true],
  ])('say whether they are of the day: %s', (_, offset, isOfDay) => {
    const zigzag = offset * 2;
    const body = [0, 7, 14, 21].map((shift) => ((zigzag >> shift) & 127) | (shift < 21 ? 128 : 0));
    const decode = () => decodeTimes(Buffer.of(HEAD_PLAIN, ...body), DAY);
    if (isOfDay) expect(decode()).toEqual([START + offset]);
    else expect(decode).toThrow(CorruptDayError);
  });

  it('give an error or other values after any change', () => {
    const times = minutes(200);
    const blobs = [
      encodeTimes(times, DAY),
      encodeTicks(walk(200)),
      encodeTicks([...walk(150), ...new Array(50).fill(null)]),
    ];
    const change = fc.record({ which: fc.nat(2), at: fc.nat(300), byte: fc.nat(255), cut: fc.boolean() });
    const property = fc.property(change, ({ which, at, byte, cut }) => {
      const blob = Buffer.from(blobs[which] ?? Buffer.of());
      if (cut) return decodeOrCorrupt(which, blob.subarray(0, at % blob.length));
      blob[at % blob.length] = byte;
      return decodeOrCorrupt(which, blob);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  const decodeOrCorrupt = (which: number, blob: Buffer): boolean => {
    try {
      const values = which === 0 ? decodeTimes(blob, DAY) : decodeTicks(blob, 200);
      return which === 0 ? values.length <= MAX_FRAMES : values.length === 200;
    } catch (error) {
      return error instanceof CorruptDayError;
    }
  };
});
