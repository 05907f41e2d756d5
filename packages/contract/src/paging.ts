import { z } from 'zod';
import type { FieldCode } from './error/field-code.ts';

export const DEFAULT_PAGE_SIZE = 12;
export const MAX_PAGE_SIZE = 999_999;

const wholeText = (max: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/, 'INVALID')
    .transform(Number)
    .pipe(z.int().max(max, 'TOO_LARGE'));

export interface SortOrder<Field extends string> {
  field: Field;
  descending: boolean;
}

const DIRECTIONS = ['ASC', 'DESC'];
export const MAX_ORDERS = 8;

/**
 * `sort` of a list that can be ordered by `fields`: `field,ASC` or `field,DESC`, repeated for several. A repeated field
 * counts once; an unknown one is refused.
 */
export const sortBy = <Field extends string>(fields: readonly Field[]) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given, context) => {
      const refuse = (message: FieldCode) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      const texts = Array.isArray(given) ? given : [given];
      if (texts.length > MAX_ORDERS) return refuse('TOO_LONG');
      const orders = new Map<Field, SortOrder<Field>>();
      for (const text of texts) {
        const [name, direction = 'ASC', ...rest] = text.split(',');
        const field = fields.find((known) => known === name);
        if (field === undefined) return refuse('UNKNOWN_FIELD');
        if (!DIRECTIONS.includes(direction) || rest.length > 0) return refuse('INVALID');
        if (!orders.has(field)) orders.set(field, { field, descending: direction === 'DESC' });
      }
      return [...orders.values()];
    })
    .default([]);

/** Query of a paged list: `page` is zero-based. A list that can be ordered names its orders: `sort: sortBy([…])`. */
export const pageQuery = z.object({
  page: wholeText(9_999_999).default(0),
  size: wholeText(MAX_PAGE_SIZE).pipe(z.int().min(1, 'TOO_SMALL')).default(DEFAULT_PAGE_SIZE),
  sort: sortBy([]),
});

export type PageQuery = z.infer<typeof pageQuery>;

/** Query of a paged list that can be ordered by `fields`. */
export const listQuery = <Field extends string>(fields: readonly Field[]) => pageQuery.extend({ sort: sortBy(fields) });

export type ListQuery<Field extends string> = Pick<PageQuery, 'page' | 'size'> & { sort: readonly SortOrder<Field>[] };

/** A page of a list. */
export interface Page<Item> {
  content: Item[];
  totalPages: number;
  totalElements: number;
}

/** Counts of a paged list. */
export const totals = z.object({ totalPages: z.int(), totalElements: z.int() });

/** Answer of a paged list. */
export const paged = <T extends z.ZodType>(item: T) => z.object({ content: z.array(item), ...totals.shape });
