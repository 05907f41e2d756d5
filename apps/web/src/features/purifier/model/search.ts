import { CURRENT_MODES } from '@airdeck/domain/purifier-state';
import { z } from 'zod';
import { type ChangeSearch, listFields, number, part, useAddress } from '../../../lib/url/search-fields.ts';

/** The query of the present states of purifiers. Invalid parts are ignored. */
export const currentSearch = z.object({
  search: part,
  state: z.enum(CURRENT_MODES).optional().catch(undefined),
  ...listFields,
  /** The open purifier. */
  open: number,
});
export type CurrentSearch = z.infer<typeof currentSearch>;

export type ChangeCurrentSearch = ChangeSearch<CurrentSearch>;
export const useCurrentSearch = () => useAddress(currentSearch);
