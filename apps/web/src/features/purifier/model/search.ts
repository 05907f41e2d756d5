import { CURRENT_MODES } from '@airdeck/domain/purifier-state';
import { z } from 'zod';
import { type ChangeSearch, listFields, number, part, useAddress } from '../../../lib/url/search-fields.ts';

/** The query of what purifiers report now. Invalid parts are ignored. */
export const currentSearch = z.object({
  search: part,
  state: z.enum(CURRENT_MODES).optional().catch(undefined),
  ...listFields,
  /** The purifier that is looked at. */
  open: number,
});
export type CurrentSearch = z.infer<typeof currentSearch>;

export type ChangeCurrentSearch = ChangeSearch<CurrentSearch>;
export const useCurrentSearch = () => useAddress(currentSearch);
