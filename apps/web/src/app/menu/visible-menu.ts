import type { Role } from '@airdeck/domain/role';
import { allows, type MenuGroup, type MenuItem, type MenuSubgroup, menuAddress } from './definition.ts';

export interface VisibleItem {
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

/** What a role sees of the menu, and of that what matches the search. Groups and subgroups without items are left out. */
export function visibleMenu(
  menu: readonly MenuGroup[],
  role: Role,
  titleOf: (item: MenuItem) => string,
  search = '',
): VisibleGroup[] {
  const wanted = plain(search);
  return menu.flatMap((group) => {
    const subgroups = group.children
      .filter((subgroup) => allows(subgroup.authority, role))
      .map((subgroup) => ({
        key: subgroup.key,
        items: subgroup.children
          .filter((item) => allows(item.authority, role))
          .map((item) => ({ key: item.key, title: titleOf(item), address: menuAddress(group, subgroup, item) }))
          .filter(({ title }) => plain(title).includes(wanted)),
      }))
      .filter(({ items }) => items.length > 0);
    return subgroups.length === 0 ? [] : [{ key: group.key, subgroups }];
  });
}
