import type { Entity } from '@airdeck/domain/policy/policies';
import type { Role } from '@airdeck/domain/role';
import { allows, type MenuGroup, type MenuItem, type MenuSubgroup, menuAddress } from './definition.ts';

interface VisibleItem {
  key: MenuItem['key'];
  title: string;
  address: string;
}

export interface VisibleSubgroup {
  key: MenuSubgroup['key'];
  items: VisibleItem[];
}

export interface VisibleGroup {
  key: MenuGroup['key'];
  subgroups: VisibleSubgroup[];
}

const plain = (text: string) => text.toLocaleLowerCase().replaceAll(/\s/g, '');

/** Whether a title matches the search. */
export const matchesSearch = (title: string, search: string): boolean => plain(title).includes(plain(search));

/** The menu of a role, filtered by the search and by what its person may read. Groups and subgroups without items are left out. */
export function visibleMenu(
  menu: readonly MenuGroup[],
  role: Role,
  titleOf: (item: MenuItem) => string,
  search = '',
  mayRead: (entity: Entity) => boolean = () => true,
): VisibleGroup[] {
  return menu.flatMap((group) => {
    const subgroups = group.children
      .filter((subgroup) => allows(subgroup.authority, role))
      .map((subgroup) => ({
        key: subgroup.key,
        items: subgroup.children
          .filter(({ authority, entity }) => allows(authority, role) && (entity === undefined || mayRead(entity)))
          .map((item) => ({ key: item.key, title: titleOf(item), address: menuAddress(group, subgroup, item) }))
          .filter(({ title }) => matchesSearch(title, search)),
      }))
      .filter(({ items }) => items.length > 0);
    return subgroups.length === 0 ? [] : [{ key: group.key, subgroups }];
  });
}
