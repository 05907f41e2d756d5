import { ADMINISTRATION_KEYS } from '../../features/administration/entities/screens.ts';
import { HISTORY_SCREENS, SCREEN } from '../../features/history/model/screen.ts';
import type { PlannedKey } from '../../features/planned/planned-screen.tsx';
import type { MenuItemKey } from '../menu/definition.ts';
import { MENU_ROUTES, type MenuRoute } from '../menu/menu-routes.ts';
import { ALARM_SCREENS } from './screen-routes.tsx';

/** Screens of the menu that exist. */
const BUILT: readonly MenuItemKey[] = [
  ...HISTORY_SCREENS.map((screen) => SCREEN[screen].title),
  ...ADMINISTRATION_KEYS,
  ...ALARM_SCREENS,
];
const isPlanned = (key: MenuItemKey): key is PlannedKey => !BUILT.includes(key);

interface PlannedRoute extends MenuRoute {
  key: PlannedKey;
}

/** Screens of the menu that do not exist yet. A screen that is built leaves this list. */
export const PLANNED_ROUTES: readonly PlannedRoute[] = MENU_ROUTES.flatMap(({ key, ...route }) =>
  isPlanned(key) ? [{ key, ...route }] : [],
);
