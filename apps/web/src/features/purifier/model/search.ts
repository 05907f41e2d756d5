import { CONTROLLERS } from '@airdeck/domain/control/controller';
import { ACTIVITIES } from '@airdeck/domain/purifier-state';
import { z } from 'zod';
import { type ChangeSearch, listFields, number, part, useAddress } from '../../../lib/url/search-fields.ts';

/** URL search parameters of the purifier status list. Invalid ones are ignored. */
export const currentSearch = z.object({
  search: part,
  /** Activity. */
  state: z.enum(ACTIVITIES).optional().catch(undefined),
  /** Controller. */
  by: z.enum(CONTROLLERS).optional().catch(undefined),
  ...listFields,
  /** Id of the purifier whose details are open. */
  open: number,
});
export type CurrentSearch = z.infer<typeof currentSearch>;

export type ChangeCurrentSearch = ChangeSearch<CurrentSearch>;
export const useCurrentSearch = () => useAddress(currentSearch);
