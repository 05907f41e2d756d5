import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';

// Fields of an address. One that is not valid is ignored, so that an old link still opens.

export const PAGE_SIZES = [12, 50, 200, 1000] as const;
export const MAX_FILTER_LENGTH = 60;

/** Everything in an address is text, but links within the console pass numbers. */
const written = z.union([z.string(), z.number()]).transform(String);

export const number = written
  .pipe(z.string().regex(/^[1-9]\d{0,9}$/))
  .transform(Number)
  .optional()
  .catch(undefined);

/** A search text for a part of a name. */
export const part = written.pipe(z.string().min(1).max(MAX_FILTER_LENGTH)).optional().catch(undefined);

/** Those of a list. */
export const listFields = {
  /** 1-based, as on screen. */
  page: number,
  size: z
    .union([z.number(), z.string().transform(Number)])
    .pipe(z.literal(PAGE_SIZES))
    .optional()
    .catch(undefined),
  sort: z
    .union([z.array(z.string()), z.string().transform((one) => [one])])
    .optional()
    .catch(undefined),
};

/** Changes part of the address; with `visit` the back button returns to the previous state. */
export type ChangeSearch<Search> = (part: Partial<Search>, options?: { visit?: boolean }) => void;

/** The search of an address, and a function that changes it. */
export function useAddress<Search extends object>(schema: z.ZodType<Search>): [Search, ChangeSearch<Search>] {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => schema.parse(raw), [schema, raw]);
  const change = useCallback<ChangeSearch<Search>>(
    (changed, { visit = false } = {}) =>
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, ...changed }),
        replace: !visit,
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change];
}
