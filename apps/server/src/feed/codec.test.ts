import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEntry, encodeEntry } from './codec.ts';
import { type FeedEntry, partitionOf, type StoredFrame } from './entry.ts';

const int16 = fc.integer({ min: -32_768, max: 32_767 });
const meterId = fc.integer({ min: 1, max: 2_147_483_647 });
const time = fc.integer({ min: -(2 ** 47), max: 2 ** 47 - 1 });
const frame: fc.Arbitrary<StoredFrame> = fc
  .tuple(meterId, time, fc.array(fc.tuple(int16, int16), { maxLength: 12 }))
  .map(([meterId, time, readings]) => ({
    meterId,
    time,
    channels: readings.map(([channel]) => channel),
    ticks: readings.map(([, ticks]) => ticks),
  }));
const STATE = {
  power: 'ON' as const,
  control: 'AUTO' as const,
  run: 'WORK' as const,
  source: null,
  fan_speed: 'WEAK' as const,
  fan_direction: null,
  ventilation: null,
  uv: true,
  anion: null,
  light: null,
  fans: [true],
  reserved_start: '0830',
  reserved_end: null,
  filter_period_h: 12.5,
  filter_use_h: [1],
};
const entry: fc.Arbitrary<FeedEntry> = fc.oneof(
  fc
    .record({ meterId, status: fc.constantFrom('ONLINE' as const, 'OFFLINE' as const), time })
    .map((status) => ({ kind: 'status' as const, status })),
  fc
    .record({ purifierId: meterId, meterId, time, state: fc.constant(STATE) })
    .map((report) => ({ kind: 'purifier' as const, report })),
  fc
    .record({
      from: fc.option(fc.uuid()),
      touch: fc.option(
        fc.record({
          organizations: fc.oneof(fc.array(fc.nat()), fc.constant('all' as const)),
          meters: fc.array(fc.nat()),
        }),
      ),
    })
    .map((word) => ({ kind: 'registry' as const, word })),
  fc
    .record({
      from: fc.uuid(),
      connections: fc.array(fc.record({ key: fc.string(), id: fc.nat(), ageMs: fc.nat() })),
    })
    .map((event) => ({ kind: 'connections' as const, event })),
);

test('frames survive a round trip, in the partition of their meter and in order', () => {
  const property = fc.property(fc.array(frame, { maxLength: 60 }), (frames) => {
    const rows = encodeEntry({ kind: 'frames', frames });
    for (const { partition, kind, data } of rows) {
      const decoded = decodeEntry(kind, data);
      const expected = frames.filter((each) => partitionOf(each.meterId) === partition);
      expect(decoded).toEqual({ kind: 'frames', frames: expected, row: data });
    }
    expect(rows.map(({ partition }) => partition)).toEqual(
      [...new Set(frames.map((each) => partitionOf(each.meterId)))].sort(),
    );
  });
  fc.assert(property);
});

test('a frame takes twelve bytes plus four per reading; long rows are split', () => {
  const channels = Array.from({ length: 100 }, (_, i) => i);
  const frames = Array.from({ length: 400 }, (_, i) => ({ meterId: 8, time: i, channels, ticks: channels }));
  const rows = encodeEntry({ kind: 'frames', frames });
  expect(rows.reduce((sum, { data }) => sum + data.length, 0)).toBe(400 * (12 + 400) + rows.length);
  expect(Math.max(...rows.map(({ data }) => data.length))).toBeLessThanOrEqual(65_537);
  const decoded = rows.flatMap(({ kind, data }) => {
    const back = decodeEntry(kind, data);
    return back.kind === 'frames' ? back.frames : [];
  });
  expect(decoded).toEqual(frames);
});

test('frames have the bytes that servers of other versions read and write', () => {
  const bytesOf = (frame: StoredFrame) =>
    encodeEntry({ kind: 'frames', frames: [frame] }).map(({ data }) => data.toString('hex'));
  const first = { meterId: 70_000, time: Date.UTC(2026, 10, 29), channels: [257, 513], ticks: [-2, 300] };
  expect(bytesOf(first)).toEqual(['01' + '00011170' + '01a22499f800' + '0002' + '0101fffe' + '0201012c']);
  const last = { meterId: 2 ** 31 - 1, time: -1, channels: [], ticks: [] };
  expect(bytesOf(last)).toEqual(['01' + '7fffffff' + 'ffffffffffff' + '0000']);
});

test('every other kind survives a round trip', () => {
  const property = fc.property(entry, (each) => {
    expect(encodeEntry(each).map(({ kind, data }) => decodeEntry(kind, data))).toEqual([each]);
  });
  fc.assert(property);
});

test('arbitrary bytes decode to an entry or an error', () => {
  const property = fc.property(fc.integer({ min: 0, max: 8 }), fc.uint8Array({ maxLength: 60 }), (kind, bytes) => {
    const data = Buffer.from(bytes);
    if (data.length > 0 && kind % 2) data[0] = 1;
    try {
      expect(decodeEntry(kind, data)).toHaveProperty('kind');
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
  });
  fc.assert(property, { numRuns: 2_000 });
});

test.each([
  ['a later version', 1, Buffer.of(2, 0, 0)],
  ['nothing', 1, Buffer.of()],
  ['a truncated frame', 1, Buffer.of(1, 0, 0, 0, 1)],
  ['a kind from a later version', 99, Buffer.of(1)],
  ['an unknown status value', 2, Buffer.from('\u0001{"meterId":1,"status":"MAYBE","time":1}')],
])('%s is refused', (_, kind, data) => {
  expect(() => decodeEntry(kind, data)).toThrow();
});
