import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';
import { DATABASE, databasePassword, ROLE } from './access.ts';
import type { Engine } from './engine.ts';

/**
 * Where the engine that runs on a data directory, if one does, takes connections: what PostgreSQL wrote into
 * postmaster.pid (lines 4 and 5: port, folder of the socket). After a crash the file may be left over, so only a
 * connection tells.
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
