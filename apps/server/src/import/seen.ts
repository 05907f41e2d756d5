import { id, version } from '@airdeck/contract/field';
import { MAX_IMPORT_ROWS } from '@airdeck/contract/import-file';
import { z } from 'zod';
import { Failure } from '../platform/http/failure.ts';

/** The registered rows that a preview has found, by row of the file. */
export type Seen = ReadonlyMap<number, { id: number; version: number }>;

/** Row, id and version of each. */
const written = z.array(z.tuple([z.int().positive(), id, version]));

export const writeSeen = (seen: Seen): string =>
  JSON.stringify([...seen].map(([row, known]) => [row, known.id, known.version]));

/** @throws Failure INVALID_PARAMETER */
export const readSeen = (text: string): Seen => {
  try {
    const given: unknown = JSON.parse(text);
    // Counted first: millions of wrong entries would be as many errors.
    if (!Array.isArray(given) || given.length > MAX_IMPORT_ROWS) throw new Error('no list of versions');
    return new Map(written.parse(given).map(([row, rowId, seenVersion]) => [row, { id: rowId, version: seenVersion }]));
  } catch {
    throw new Failure('INVALID_PARAMETER', { seen: 'INVALID' });
  }
};
