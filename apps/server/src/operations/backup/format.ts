import { z } from 'zod';

/*
 * A backup, one file:
 *
 * file   = MAGIC, header, for each table of the header in its order: rows …, end; finish
 * record = a byte that says which, a length (uint32, big-endian), so many bytes
 * header = JSON, see below
 * rows   = up to BLOCK_BYTES of what COPY … (FORMAT binary) answers, deflated; cut anywhere
 * end    = JSON: how many rows the table had, and SHA-256 of what COPY answered
 * finish = SHA-256 of all that stands before it; it is the last
 */

export const MAGIC = Buffer.from('AIRDECK BACKUP 1\n');
/** Start of the magic of every format. */
export const ANY_MAGIC = 'AIRDECK BACKUP ';

export const RECORD = { header: 1, rows: 2, end: 3, finish: 4 } as const;
export const HEAD_BYTES = 5;
export const MAX_RECORD_BYTES = 1_048_576;
export const BLOCK_BYTES = 262_144;
export const DIGEST_BYTES = 32;

const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** UTC days since 1970, up to the year 2134. */
const day = z.int().min(0).max(60_000);

export const headerSchema = z.strictObject({
  /** Version of the program that wrote it, for messages. */
  version: z.string().max(40),
  madeTime: z.iso.datetime(),
  migrations: z
    .array(z.strictObject({ number: z.int().min(1), name: z.string().max(200), checksum: sha256 }))
    .max(5_000),
  /** Partitions of `frame`; the one without a first day begins at minus infinity. */
  partitions: z.array(z.strictObject({ first: day.nullable(), end: day })).max(5_000),
  /** Referenced tables come first. */
  tables: z.array(z.strictObject({ name, columns: z.array(name).min(1).max(500) })).max(500),
  /** The last generated number of each identity, so that none is reused. */
  identities: z
    .array(z.strictObject({ table: name, column: name, last: z.int().min(1).max(Number.MAX_SAFE_INTEGER) }))
    .max(500),
});
export type Header = z.output<typeof headerSchema>;

export const endSchema = z.strictObject({ rows: z.int().min(0), sha256 });
export type TableEnd = z.output<typeof endSchema>;

/** A backup cannot be written or restored; the message says why. */
export class BackupError extends Error {
  override name = 'BackupError';
}
