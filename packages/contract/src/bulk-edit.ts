import type { Entity } from '@airdeck/domain/policy/policies';
import { z } from 'zod';
import { FIELD_CODES } from './error/field-code.ts';
import { id, text, version, yesNo } from './field.ts';
import { route } from './route.ts';
import { rowChange } from './row-change.ts';

export const MAX_BULK_ROWS = 1_000;

/** A row that cannot be changed: the field, or `id` for the row itself. */
const bulkError = z.object({ row: id, name: text, field: text, code: z.enum(FIELD_CODES) });

export const bulkResult = z.object({
  plan: z.object({ changed: z.int(), unchanged: z.int(), refused: z.int() }),
  errors: z.array(bulkError),
  /** The first rows that change. */
  changes: z.array(rowChange),
  /** 0 for a preview, or if a row is refused: all rows are changed or none. */
  changed: z.int(),
});
export type BulkResult = z.infer<typeof bulkResult>;

interface BulkOptions<Edited extends z.ZodObject> {
  /** `/meters` */
  path: `/${string}`;
  entity: Entity;
  /** Name of the rows in the API document. */
  what: string;
  /** The fields of an edit of one row. */
  edited: Edited;
  /** Those that several rows may share. */
  shared: readonly (keyof z.output<Edited> & string)[];
}

/** A field of an existing row has no default. */
const withoutDefault = (field: z.core.$ZodType): z.core.$ZodType =>
  field instanceof z.ZodDefault ? field.def.innerType : field;

/** The route that changes fields of several rows at once. Each row is sent with the version that the user saw. */
export const bulkEdit = <Edited extends z.ZodObject>({ path, entity, what, edited, shared }: BulkOptions<Edited>) => {
  const names: readonly string[] = shared;
  const chosen = Object.entries(edited.shape).filter(([name]) => names.includes(name));
  const fields = z
    .object(Object.fromEntries(chosen.map(([name, field]) => [name, withoutDefault(field)])))
    .partial()
    .refine((given) => Object.keys(given).length > 0, 'REQUIRED');
  return {
    fields,
    /** All fields of an edit. */
    names: Object.keys(edited.shape),
    send: route({
      method: 'POST',
      path: `${path}/bulk`,
      access: { action: 'write', entity },
      summary: `Changes fields of several ${what}; commit=N: preview`,
      query: z.object({ commit: yesNo.default('N') }),
      body: z.object({
        rows: z.array(z.object({ id, version })).min(1, 'REQUIRED').max(MAX_BULK_ROWS, 'TOO_LONG'),
        fields,
      }),
      answer: bulkResult,
    }),
  };
};
export type BulkEditRoute = Pick<ReturnType<typeof bulkEdit>, 'fields' | 'names' | 'send'>;
