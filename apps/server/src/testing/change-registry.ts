import pino from 'pino';
import type { Db } from '../platform/db/pool.ts';
import { createChangeRegistry } from '../registry/change-registry.ts';
import type { Registry } from '../registry/registry.ts';
import { quietFeed } from './quiet-feed.ts';

/** The product's registry changes without logs; `onChanged` is called for each. */
export const testChangeRegistry = (db: Db, registry: Registry, onChanged: () => void = () => undefined) =>
  createChangeRegistry({
    db,
    registry,
    clock: { now: () => Date.now() },
    log: pino({ level: 'silent' }),
    feed: quietFeed,
    processId: 'test',
    onChanged,
  });
