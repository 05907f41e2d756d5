import { AUTO_STATES } from '@airdeck/domain/control/auto-mode';
import { z } from 'zod';
import { type ChangeSearch, listFields, number, part, useAddress } from '../../../lib/url/search-fields.ts';

/** Places as other screens link to them. */
export const PLACE_FILTERS = ['organizationId', 'officeId', 'departmentId', 'meterId'] as const;

/** The query of the screen. Invalid parts are ignored, so that an old link still opens. */
export const autoModeSearch = z.object({
  search: part,
  autoState: z.enum(AUTO_STATES).optional().catch(undefined),
  organizationId: number,
  officeId: number,
  departmentId: number,
  meterId: number,
  ...listFields,
  /** The purifier whose automatic mode is open. */
  open: number,
});
export type AutoModeSearch = z.infer<typeof autoModeSearch>;

export type ChangeAutoModeSearch = ChangeSearch<AutoModeSearch>;
export const useAutoModeSearch = () => useAddress(autoModeSearch);

export const isNarrowed = (search: AutoModeSearch): boolean =>
  search.search !== undefined ||
  search.autoState !== undefined ||
  PLACE_FILTERS.some((name) => search[name] !== undefined);
