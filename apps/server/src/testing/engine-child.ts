import pino from 'pino';
import sql from 'sql-template-tag';
import { startEngine } from '../platform/db/embedded/engine.ts';
import { createDb } from '../platform/db/pool.ts';
import type { EngineProcessOptions } from './engine-process.ts';

/** See engine-process.ts: owns an engine until it is killed, and reports to its parent line by line. */
async function main({ dataDir, uid, write }: EngineProcessOptions): Promise<void> {
  if (uid !== undefined) {
    process.setgroups?.([]);
    process.setgid?.(uid);
    process.setuid?.(uid);
  }
  const log = pino({ level: 'silent' });
  const begin = performance.now();
  const progress = (message: string) => console.log(`progress ${message}`);
  const engine = await startEngine({ dataDir, log, progress, onExit: (reason) => console.log(`exit ${reason}`) });
  console.log(`ready ${JSON.stringify({ pid: engine.pid, took: performance.now() - begin, ...engine.connection })}`);
  process.once('SIGTERM', () => void engine.stop().then(() => process.exit(0)));
  if (!write) return;
  const db = createDb({ connection: engine.connection, log });
  await db.query(sql`create table if not exists written (number integer generated always as identity)`);
  for (;;) {
    const { rows } = await db.query<{ number: number }>(sql`insert into written default values returning number`);
    console.log(`row ${rows[0]?.number}`);
  }
}

await main(JSON.parse(process.argv[2] ?? '{}')).catch((error: Error) => {
  console.log(`error ${error.message}`);
  process.exit(1);
});
