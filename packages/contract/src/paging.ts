import { z } from 'zod';

export const DEFAULT_PAGE_SIZE = 12;
export const MAX_PAGE_SIZE = 999_999;

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

/** Answer of a paged list. */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({ content: z.array(item), totalPages: z.int(), totalElements: z.int() });
