import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';

export const PAGE_SIZES = [12, 50, 200, 1000] as const;
const MAX_SEARCH = 60;

/** Everything in an address is text, but links within the console pass numbers. */
const written = z.union([z.string(), z.number()]).transform(String);
const number = written.pipe(z.string().regex(/^[1-9]\d{0,9}$/)).transform(Number);
const texts = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .optional()
  .catch(undefined);

/** The query of every screen of administration. Invalid parts are ignored, so that an old link still opens. */
export const administrationSearch = z.object({
  search: z.string().max(MAX_SEARCH).optional().catch(undefined),
  /** `use:Y`, one for each filter. */
  filter: texts,
  /** First and last day. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  view: z.literal('graph').optional().catch(undefined),
  /** 1-based, as on screen. */
  page: number.optional().catch(undefined),
  size: number.pipe(z.literal(PAGE_SIZES)).optional().catch(undefined),
  sort: texts,
  /** The row whose form is open; `new` is the form of a row to be. */
  open: z
    .union([z.literal('new'), number])
    .optional()
    .catch(undefined),
});
export type AdministrationSearch = z.infer<typeof administrationSearch>;

/** Changes part of the address; with `visit` the back button returns to the previous state. */
export type ChangeSearch = (part: Partial<AdministrationSearch>, options?: { visit?: boolean }) => void;

export function useAdministrationSearch(): [AdministrationSearch, ChangeSearch] {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => administrationSearch.parse(raw), [raw]);
  const change = useCallback<ChangeSearch>(
    (part, { visit = false } = {}) =>
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, ...part }),
        replace: !visit,
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change];
}

/** The value of each filter that the address has. */
export const filtersOf = ({ filter = [] }: AdministrationSearch): Record<string, string> =>
  Object.fromEntries(filter.map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]));

/** The address's filters with one of them changed; an empty value removes it. */
export function withFilter(search: AdministrationSearch, name: string, value: string): string[] | undefined {
  const { [name]: _, ...others } = filtersOf(search);
  const next = Object.entries(value === '' ? others : { ...others, [name]: value });
  return next.length === 0 ? undefined : next.map(([key, chosen]) => `${key}:${chosen}`);
}
