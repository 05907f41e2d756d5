import pino from 'pino';
import type { Db } from '../platform/db/pool.ts';
import { createChangeSite } from '../site/change-site.ts';
import type { Site } from '../site/site.ts';

/** The product's one way to change what is registered, quiet; `onChanged` hears of each. */
export const testChangeSite = (db: Db, site: Site, onChanged: () => void = () => undefined) =>
  createChangeSite({
    db,
    site,
    clock: { now: () => Date.now() },
    log: pino({ level: 'silent' }),
    processId: 'test',
    onChanged,
  });
