import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';
import { DATABASE, databasePassword, ROLE } from './access.ts';
import type { Engine } from './engine.ts';

/**
 * Where the engine of a data directory accepts connections, if it runs: from PostgreSQL's postmaster.pid (lines 4 and
 * 5: port, folder of the socket). The file may remain after a crash, so only a connection proves it.
 */
export function recordedConnection(dataDir: string): Engine['connection'] | null {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  try {
    const [, , , port, host] = readFileSync(file, 'utf8').split('\n');
    if (!host) return null;
    return { host, port: Number(port), user: ROLE, password: databasePassword(dataDir), database: DATABASE };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new DatabaseStartError(`${file} cannot be read: ${code}. Be the user who runs the server.`);
  }
}
