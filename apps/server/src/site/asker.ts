import { scopeOf } from '@airdeck/domain/policy/may';
import type { Who } from '../platform/http/who.ts';
import type { Organization, SitePicture } from './picture.ts';

/** Whose view it is: it decides what exists for them. */
export interface Asker {
  organizationId: number;
  seesAll: boolean;
}

/** The organization of the installation itself. */
const SYSTEM_CODE = '00000000';

export const askerOf = (who: Who): Asker => ({
  organizationId: who.organizationId,
  seesAll: scopeOf(who, 'read', 'readings')?.reach === 'all',
});

/** The organizations that exist for an asker. The installation's own, without places, is there if nothing else is. */
export const visibleOrganizations = (picture: SitePicture, asker: Asker): Organization[] => {
  const inUse = [...picture.organizations.values()].filter((organization) => organization.use === 'Y');
  const own = inUse.filter((organization) => organization.id === asker.organizationId);
  if (!asker.seesAll) return own;
  const worth = inUse.filter(({ code, offices }) => code !== SYSTEM_CODE || offices.length > 0);
  return worth.length > 0 ? worth : own;
};
