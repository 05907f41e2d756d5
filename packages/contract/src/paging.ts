import { z } from 'zod';

export const DEFAULT_PAGE_SIZE = 12;
export const MAX_PAGE_SIZE = 999_999;
export const MAX_SORT_KEYS = 8;

const wholeText = (max: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/, 'INVALID')
    .transform(Number)
    .pipe(z.int().max(max, 'TOO_LARGE'));

/** Query of a paged list: `page` is zero-based, `sort` is `field,ASC` and may be repeated. */
export const pageQuery = z.object({
  page: wholeText(9_999_999).default(0),
  size: wholeText(MAX_PAGE_SIZE).pipe(z.int().min(1, 'TOO_SMALL')).default(DEFAULT_PAGE_SIZE),
  sort: z
    .union([z.string(), z.array(z.string()).max(8)])
    .transform((sort) => (Array.isArray(sort) ? sort : [sort]))
    .default([]),
});

export type PageQuery = z.infer<typeof pageQuery>;

export const SORT_DIRECTIONS = ['ASC', 'DESC'] as const;
export interface SortKey<Key extends string = string> {
  key: Key;
  direction: (typeof SORT_DIRECTIONS)[number];
}

const sortKey = <Key extends string>(keys: readonly Key[]) =>
  z.string().transform((text, context): SortKey<Key> => {
    const [name, direction = 'ASC', ...rest] = text.split(',');
    const key = keys.find((each) => each === name);
    const known = SORT_DIRECTIONS.find((each) => each === direction);
    if (key !== undefined && known !== undefined && rest.length === 0) return { key, direction: known };
    context.addIssue({ code: 'custom', message: 'INVALID' });
    return z.NEVER;
  });

/** Query of a paged list that can be sorted by `keys`, the first of several `sort` first. */
export const listQuery = <Key extends string>(keys: readonly Key[]) =>
  pageQuery.omit({ sort: true }).extend({
    sort: z
      .preprocess(
        (value) => (value === undefined || Array.isArray(value) ? value : [value]),
        z.array(sortKey(keys)).max(MAX_SORT_KEYS, 'TOO_LONG'),
      )
      .default([]),
  });

export type ListQuery<Key extends string = string> = Pick<PageQuery, 'page' | 'size'> & { sort: SortKey<Key>[] };

/** Answer of a paged list. */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({ content: z.array(item), totalPages: z.int(), totalElements: z.int() });
