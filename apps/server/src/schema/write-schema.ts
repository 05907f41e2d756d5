// Writes docs/schema and the row types of the tables, from the schema that the migrations make. `npm run schema`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { migrate } from '../platform/db/migrate.ts';
import { createDb } from '../platform/db/pool.ts';
import { startTestServer } from '../testing/global-setup.ts';
import { readCatalog } from './catalog-queries.ts';
import { PAGES, renderFiles } from './schema-files.ts';

const server = await startTestServer();
try {
  const db = createDb({ connection: server.url, log: pino({ level: 'warn' }) });
  try {
    await migrate(db, join(import.meta.dirname, '../migrations'));
    const files = renderFiles(await readCatalog(db));
    // A page whose area is gone goes too.
    rmSync(PAGES, { recursive: true, force: true });
    mkdirSync(PAGES, { recursive: true });
    for (const [path, text] of files) writeFileSync(path, text);
  } finally {
    await db.close();
  }
} finally {
  await server.stop();
}
