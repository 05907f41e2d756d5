import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { Organization, SitePicture } from './picture.ts';

/** The organization of the installation itself. */
const SYSTEM_CODE = '00000000';

/** Scopes with the same key see the same. */
export const scopeKey = (scope: Scope): string =>
  scope.reach === 'all' ? scope.reach : `${scope.reach}:${scope.organizationId}`;

/** The organizations in use that a scope reaches. The installation's own, without places, is one of all only alone. */
export const visibleOrganizations = (picture: SitePicture, scope: Scope): Organization[] => {
  const reached = [...picture.organizations.values()].filter(
    ({ id, use }) => use === 'Y' && isWithin(scope, { organizationId: id }),
  );
  if (scope.reach !== 'all') return reached;
  const worth = reached.filter(({ code, offices }) => code !== SYSTEM_CODE || offices.length > 0);
  return worth.length > 0 ? worth : reached;
};
