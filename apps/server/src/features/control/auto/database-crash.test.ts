import pino from 'pino';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createDb } from '../../../platform/db/pool.ts';
import { aDepartment, aMeter, anOrganization, aPurifier } from '../../../testing/factory.ts';
import { startOwnPostgres } from '../../../testing/own-postgres.ts';
import { listEngineVersions } from './engine-queries.ts';

test('an automatic mode that was read before a crash of the database is read again', async () => {
  const postgres = await startOwnPostgres();
  const db = createDb({ connection: postgres.url, log: pino({ level: 'silent' }) });
  try {
    const department = await aDepartment(db, { organizationId: (await anOrganization(db)).id });
    const meter = await aMeter(db, { department });
    const purifier = await aPurifier(db, meter.id);
    await db.query(sql`insert into auto_mode (purifier_id, use, thresholds) values (${purifier}, 'Y', '{}')`);
    const read = () => db.tx((tx) => listEngineVersions(tx, [meter.id]));
    const before = await read();
    expect(before).toHaveLength(1);
    expect(await read()).toEqual(before);
    await postgres.crashChild();
    const after = () => read().catch(() => before);
    await expect.poll(after).not.toEqual(before);
  } finally {
    await db.close();
    await postgres.stop();
  }
});
