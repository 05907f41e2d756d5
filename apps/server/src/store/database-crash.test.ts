import { HOUR_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDb, type Db } from '../platform/db/pool.ts';
import { aDepartment, aMeter, anOrganization } from '../testing/factory.ts';
import { type OwnPostgres, startOwnPostgres } from '../testing/own-postgres.ts';
import { holdEpochs, markDirty } from './frames/frame-queries.ts';
import { clearMarks, takeMarks } from './rollups/rollup-queries.ts';

// Marks that were not on disk when the database crashed are written again with the same epoch and the same transaction id.

let postgres: OwnPostgres;
let db: Db;
let hour: { meterId: number; hour: number };
beforeEach(async () => {
  postgres = await startOwnPostgres();
  db = createDb({ connection: postgres.url, log: pino({ level: 'silent' }) });
  const department = await aDepartment(db, { organizationId: (await anOrganization(db)).id });
  hour = { meterId: (await aMeter(db, { department })).id, hour: 10 * HOUR_MS };
});
afterEach(async () => {
  await db.close();
  await postgres.stop();
});

const crash = async (): Promise<void> => {
  await postgres.crashChild();
  const answers = () =>
    db.query({ text: 'select' }).then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(true);
};

test('hours that were marked before a crash of the database are marked again', async () => {
  const before = await db.tx((tx) => holdEpochs(tx, [hour]));
  expect(await db.tx((tx) => holdEpochs(tx, [hour]))).toEqual(before);
  await crash();
  expect(await db.tx((tx) => holdEpochs(tx, [hour]))).not.toEqual(before);
});

test('marks that were taken before a crash of the database are not deleted after it', async () => {
  await db.tx((tx) => markDirty(tx, [hour]));
  const before = await db.tx((tx) => takeMarks(tx, [hour]));
  await crash();
  await db.tx((tx) => clearMarks(tx, before));
  const after = await db.tx((tx) => takeMarks(tx, [hour]));
  expect(after).toMatchObject([hour]);
  await db.tx((tx) => clearMarks(tx, after));
  expect(await db.tx((tx) => takeMarks(tx, [hour]))).toEqual([]);
});
