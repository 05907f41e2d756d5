import { createColumns } from '@airdeck/domain/reading-columns';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../testing/build-program.ts';
import { BLOCK_DAYS, CorruptBlockError } from '../rollups/block-hours.ts';
import { encodeBlock } from '../rollups/hour-block.ts';
import { createDecodeBeside, type DecodeHours, decodeHere, type HourJob } from './hour-decoder.ts';
import type { HourSeries } from './hour-series.ts';

const CO2 = 501;
const HOURS = 24;
const BLOCKS = 6;

const block = (first: number): Buffer =>
  encodeBlock(
    CO2,
    Array.from({ length: BLOCK_DAYS }, (_, day) => {
      const mean = Array.from({ length: HOURS }, (__, hour) => 400 + first * 100 + day * HOURS + hour);
      return {
        count: mean.map(() => 60),
        sum: mean.map((ticks) => ticks * 60 + 7),
        min: mean.map((ticks) => ticks - 5),
        max: mean.map((ticks) => ticks + 5),
      };
    }),
  );

const aSeries = (blobs: readonly Buffer[]): HourSeries => {
  const days = blobs.length * BLOCK_DAYS;
  return {
    ...{ meterId: 7, channel: CO2, data: Buffer.concat(blobs), lengths: blobs.map(({ length }) => length) },
    firsts: blobs.map((_, at) => `2026-01-${String(1 + at).padStart(2, '0')}`).join(' '),
    places: Int32Array.from({ length: days }, (_, day) => day * HOURS),
    hours: new Uint8Array(days).fill(HOURS),
    isOfMeans: false,
  };
};
const jobOf = (blobs: readonly Buffer[]): HourJob => ({
  series: aSeries(blobs),
  columns: createColumns(BLOCKS * BLOCK_DAYS * HOURS),
});

describe('hours that are decoded beside', () => {
  let decodeBeside: DecodeHours;
  beforeAll(() => {
    decodeBeside = createDecodeBeside(buildProgram('store/history/hour-worker.ts'));
  });
  const blobs = Array.from({ length: BLOCKS }, (_, at) => block(at));
  const turned = [...blobs.slice(1), blobs[0] as Buffer];

  it('are those decoded here, in the order in which they were asked for', async () => {
    const expected = await decodeHere([jobOf(blobs), jobOf(turned)]);
    const [both, one] = await Promise.all([
      decodeBeside([jobOf(blobs), jobOf(turned)]),
      decodeBeside([jobOf(turned), jobOf([])]),
    ]);
    expect(both).toEqual(expected);
    expect(one[0]).toEqual(expected[1]);
    expect(one[1]?.count.every((count) => count === 0)).toBe(true);
    expect(expected[0]?.sum[HOURS]).toBe((400 + HOURS) * 60 + 7);
  });

  it('are counts and sums where only means are needed', async () => {
    const ofMeans = jobOf(blobs);
    ofMeans.series.isOfMeans = true;
    const [[means], [all]] = [await decodeHere([ofMeans]), await decodeHere([jobOf(blobs)])];
    expect([means?.count, means?.sum]).toEqual([all?.count, all?.sum]);
  });

  it('name a block that is corrupt, and the next ones are read', async () => {
    const corrupt = jobOf([...blobs.slice(1), Buffer.from([1, 255, 255])]);
    const failed = decodeBeside([jobOf(blobs), corrupt]);
    await expect(failed).rejects.toThrow(CorruptBlockError);
    await expect(failed).rejects.toThrow('channel 501 of meter 7 from 2026-01-06 on');
    expect((await decodeBeside([jobOf(blobs), jobOf(turned)]))[0]?.count[0]).toBe(60);
  });
});
