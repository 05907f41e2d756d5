import { scopeOf } from '@airdeck/domain/policy/may';
import type { Who } from '../platform/http/who.ts';
import type { Organization, SitePicture } from './picture.ts';

/** Whose view it is: it decides what exists for them. */
export interface Viewer {
  organizationId: number;
  seesAll: boolean;
}

/** The organization of the installation itself. */
const SYSTEM_CODE = '00000000';

export const viewerOf = (who: Who): Viewer => ({
  organizationId: who.organizationId,
  seesAll: scopeOf(who, 'read', 'readings')?.reach === 'all',
});

/** Viewers with the same key see the same. */
export const viewerKey = ({ organizationId, seesAll }: Viewer): string =>
  `${seesAll ? 'all' : 'own'}:${organizationId}`;

/** The organizations that exist for a viewer. The installation's own, without places, is there if nothing else is. */
export const visibleOrganizations = (picture: SitePicture, viewer: Viewer): Organization[] => {
  const inUse = [...picture.organizations.values()].filter((organization) => organization.use === 'Y');
  const own = inUse.filter((organization) => organization.id === viewer.organizationId);
  if (!viewer.seesAll) return own;
  const worth = inUse.filter(({ code, offices }) => code !== SYSTEM_CODE || offices.length > 0);
  return worth.length > 0 ? worth : own;
};
