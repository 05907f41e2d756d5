import type { Role } from '@airdeck/domain/role';
import { deniedTo, MENU, type MenuItemKey, menuAddress } from './definition.ts';

/** The target of a menu entry, and the roles that its address rejects. */
export interface MenuRoute {
  key: MenuItemKey;
  path: string;
  deny: readonly Role[];
}

export const MENU_ROUTES: readonly MenuRoute[] = MENU.flatMap((group) =>
  group.children.flatMap((subgroup) =>
    subgroup.children.map((item) => ({
      key: item.key,
      path: menuAddress(group, subgroup, item),
      deny: deniedTo(item),
    })),
  ),
);
