import { z } from 'zod';
import { text } from './field.ts';

/** A field that changes; null: empty. */
const fieldChange = z.object({ field: text, before: z.unknown(), after: z.unknown() });

/** A registered row that a file or a bulk edit changes: its row in the file, or its id. */
export const rowChange = z.object({ row: z.int(), name: text, fields: z.array(fieldChange) });
export type RowChange = z.infer<typeof rowChange>;

/** Limit of changed rows that an answer lists; its counts cover all. */
export const MAX_SHOWN_CHANGES = 100;
