import { channelOf } from '@airdeck/domain/channel';
import fc from 'fast-check';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDepartment, aMeter } from '../../testing/factory.ts';
import { openStoreRig } from '../../testing/store-rig.ts';
import { storedHours } from '../../testing/stored-hours.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import type { MeterFrame } from '../frames/frame-batch.ts';
import { markDirty } from '../frames/frame-queries.ts';
import { readBuckets } from '../history/read-buckets.ts';
import { listMeasuredQuarters } from '../rollups/measured-quarters-queries.ts';
import { rebuildMeter } from '../rollups/rebuild.ts';
import { createPacker } from './packer.ts';
import { readFrames } from './read-frames-queries.ts';

const CO2 = channelOf('CO2', 1);
const PM10 = channelOf('PM10', 1);
const HCHO = channelOf('HCHO', 1);
const MINUTE = 60_000;
/** Midnight in India, where hours begin at half past in UTC, five and a half hours before a UTC midnight. */
const START = Date.parse('2026-03-01T18:30:00Z');
const MINUTES = 30 * 60;
const END = START + MINUTES * MINUTE;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Readings of two meters at a minute; some arrive in a separate frame. */
interface Measured {
  meter: 0 | 1;
  minute: number;
  readings: [channel: number, ticks: number][];
  cut: number;
}

const openStore = async () => {
  const { db } = database;
  const rig = await openStoreRig(db, { timeZone: 'Asia/Kolkata', sensors: ['CO2', 'PM10', 'HCHO'] });
  const department = await aDepartment(db, { organizationId: rig.organization.id });
  const second = await aMeter(db, { department, sensors: ['CO2', 'PM10', 'HCHO'] });
  await rig.registry.reload();
  const meterIds = [rig.meter().id, second.id] as const;
  const packer = createPacker({ db, clock: rig.clock, log: pino({ level: 'silent' }), hotDays: 2 });

  const frame = ({ meter, minute }: Measured, readings: Measured['readings']): MeterFrame => ({
    meterId: meterIds[meter],
    time: START + minute * MINUTE,
    channels: readings.map(([channel]) => channel),
    ticks: readings.map(([, ticks]) => ticks),
  });
  /** The store's whole content for these meters, without their ids. */
  const answers = async () => {
    await rig.rollup.drain();
    const spans = meterIds.map((meterId) => ({ meterId, start: START, end: END }));
    const frames = (await readFrames(db, spans, null)).map(({ times, channels }) => ({ times, channels }));
    const rollups = (await storedHours(db, meterIds)).map(({ meter_id, ...row }) => ({
      ...row,
      meter: meterIds.indexOf(meter_id),
    }));
    const meters = meterIds.flatMap((meterId) => rig.registry.snapshot().meters.get(meterId) ?? []);
    const question = { meters, channels: null, from: '2026-03-02', to: '2026-03-03' };
    const hours = await readBuckets(db, rig.registry.snapshot(), { ...question, unit: 'hour' });
    const days = await readBuckets(db, rig.registry.snapshot(), { ...question, unit: 'day' });
    const buckets = meterIds.map((meterId) => [hours.get(meterId), days.get(meterId)]);
    return { frames, rollups, buckets };
  };
  const forgetRollups = () =>
    db.tx(async (tx) => {
      await tx.query(sql`delete from rollup_hour where meter_id = any(${meterIds})`);
      await tx.query(sql`delete from packed_hour where meter_id = any(${meterIds})`);
      await tx.query(sql`delete from rollup_day where meter_id = any(${meterIds})`);
      await markDirty(tx, await listMeasuredQuarters(tx, [...meterIds], START));
    });
  return {
    ...rig,
    forgetRollups,
    packer,
    meterIds,
    parts: (measured: Measured, ...cuts: [from: number, to?: number][]) =>
      cuts.map(([from, to]) => frame(measured, measured.readings.slice(from, to))),
    answers,
  };
};

const ticks = fc.integer({ min: -32_768, max: 32_767 });
const readings = fc.uniqueArray(fc.tuple(fc.constantFrom(CO2, PM10, HCHO), ticks), {
  selector: ([channel]) => channel,
});
const measured: fc.Arbitrary<Measured> = fc.record({
  meter: fc.constantFrom(0, 1),
  minute: fc.nat(MINUTES - 1),
  readings,
  cut: fc.nat(3),
});
const day = fc.uniqueArray(measured, {
  selector: ({ meter, minute }) => `${meter}@${minute}`,
  minLength: 1,
  maxLength: 14,
});

type Step = 'write' | 'pack' | 'roll' | 'packHours';
const steps = fc.infiniteStream(fc.constantFrom<Step>('write', 'write', 'write', 'pack', 'roll', 'packHours'));

test('frames in any order, in parts and more than once, packed in between, are read as if they had come in order', async () => {
  const property = fc.asyncProperty(day, steps, fc.infiniteStream(fc.nat()), async (all, stream, random) => {
    const next = () => random.next().value ?? 0;
    const plain = await openStore();
    const sorted = all.toSorted((a, b) => a.minute - b.minute);
    await plain.write(sorted.flatMap((each) => plain.parts(each, [0])));
    const expected = await plain.answers();
    await plain.writer.stop();

    const mixed = await openStore();
    const frames = all.flatMap((each) =>
      mixed.parts(each, [0, each.cut], [each.cut], ...(next() % 3 ? [] : [[0] as [number]])),
    );
    const waiting = frames.map((frame) => ({ frame, key: next() })).toSorted((a, b) => a.key - b.key);
    while (waiting.length > 0) {
      const step = stream.next().value;
      if (step === 'pack') expect(await mixed.packer.pack()).toBe(true);
      else if (step === 'roll') await mixed.rollup.drain();
      else if (step === 'packHours') await mixed.packHours();
      else await mixed.write(waiting.splice(0, 1 + (next() % 4)).map(({ frame }) => frame));
    }
    expect(await mixed.answers()).toEqual(expected);
    await mixed.packer.pack();
    await mixed.packHours();
    const again = await mixed.answers();
    expect(again).toEqual(expected);
    // Rollups rebuilt from packed days alone.
    for (const id of mixed.meterIds) {
      const meter = mixed.registry.snapshot().meters.get(id);
      if (meter) await mixed.db.tx((tx) => rebuildMeter(tx, meter, { kind: 'zone' }));
    }
    expect(await mixed.answers()).toEqual(expected);
    await mixed.writer.stop();
  });
  await fc.assert(property, { numRuns: 15 });
}, 120_000);
