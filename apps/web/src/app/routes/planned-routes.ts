import type { Role } from '@airdeck/domain/role';
import { HISTORY_SCREENS, SCREEN } from '../../features/history/address/screen.ts';
import type { PlannedKey } from '../../features/planned/planned-screen.tsx';
import { deniedTo, MENU, type MenuItemKey, menuAddress } from '../menu/definition.ts';

/** Screens of the menu that stand. */
const BUILT: readonly MenuItemKey[] = HISTORY_SCREENS.map((screen) => SCREEN[screen].title);
const isPlanned = (key: MenuItemKey): key is PlannedKey => !BUILT.includes(key);

export interface PlannedRoute {
  screen: PlannedKey;
  path: string;
  deny: readonly Role[];
}

/** Every screen of the menu that other parts of the product bring: a screen that is built leaves this list. */
export const PLANNED_ROUTES: readonly PlannedRoute[] = MENU.flatMap((group) =>
  group.children.flatMap((subgroup) =>
    subgroup.children.flatMap((item) => {
      const { key } = item;
      return isPlanned(key) ? [{ screen: key, path: menuAddress(group, subgroup, item), deny: deniedTo(item) }] : [];
    }),
  ),
);
