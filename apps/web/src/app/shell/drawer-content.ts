import type { ComponentType } from 'react';
import { SiteTree } from '../../features/monitoring/tree/site-tree.tsx';
import type { DrawerContentProps } from './side-drawer.tsx';

/** What the drawer holds: the site tree. Without it there is no drawer. */
export const DRAWER_CONTENT: ComponentType<DrawerContentProps> | null = SiteTree;
