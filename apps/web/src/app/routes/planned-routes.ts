import type { Role } from '@airdeck/domain/role';
import type { PlannedKey } from '../../features/planned/planned-screen.tsx';
import { MENU, menuAddress } from '../menu/definition.ts';

/** Roles that a route turns away: the specification's route flags. */
const DENY: Partial<Record<PlannedKey, readonly Role[]>> = {
  user: ['SUPER_USER', 'LOCAL_USER'],
  localServer: ['LOCAL_ADMIN', 'LOCAL_USER'],
  masterSensor: ['LOCAL_ADMIN', 'LOCAL_USER'],
  masterError: ['LOCAL_ADMIN', 'LOCAL_USER'],
};

export interface PlannedRoute {
  screen: PlannedKey;
  path: string;
  deny: readonly Role[];
}

/** Every screen of the menu that other parts of the product bring: a screen that is built leaves this list. */
export const PLANNED_ROUTES: readonly PlannedRoute[] = MENU.flatMap((group) =>
  group.children.flatMap((subgroup) =>
    subgroup.children.map((item) => ({
      screen: item.key,
      path: menuAddress(group, subgroup, item),
      deny: DENY[item.key] ?? [],
    })),
  ),
);
