import { PLACE_KINDS, type PlaceKind, type TreeNode } from '@airdeck/contract/monitoring/schema';
import { type MonitoringScreen, SCREEN_BELOW } from '../address/screen.ts';

/** An id is unique within its kind only. */
export const nodeKey = ({ kind, id }: Pick<TreeNode, 'kind' | 'id'>): string => `${kind} ${id}`;

export interface SiteNodes {
  roots: TreeNode[];
  /** Nodes by the parent's key. */
  children: ReadonlyMap<string, TreeNode[]>;
  byKey: ReadonlyMap<string, TreeNode>;
}

function parentKey({ kind, parent_id }: TreeNode): string | null {
  const above = PLACE_KINDS[PLACE_KINDS.indexOf(kind) - 1];
  return above === undefined || parent_id === null ? null : nodeKey({ kind: above, id: parent_id });
}

/** The rows of the site tree, indexed by key and by parent. */
export function siteNodes(nodes: readonly TreeNode[]): SiteNodes {
  const roots: TreeNode[] = [];
  const children = new Map<string, TreeNode[]>();
  const byKey = new Map<string, TreeNode>();
  for (const node of nodes) {
    byKey.set(nodeKey(node), node);
    const above = parentKey(node);
    const siblings = above === null ? roots : children.get(above);
    if (siblings !== undefined) siblings.push(node);
    else if (above !== null) children.set(above, [node]);
  }
  return { roots, children, byKey };
}

/** The kind of item that a screen's id names; null for organizations, which take none. */
function kindOfId(screen: MonitoringScreen): PlaceKind | null {
  if (screen === 'localization' || screen === 'purifier') return 'meter';
  return PLACE_KINDS.find((kind) => SCREEN_BELOW[kind] === screen) ?? null;
}

/** The node that an address shows and all above it, lowest first; empty where it shows a whole level. */
export function pathOf(site: SiteNodes, screen: MonitoringScreen | null, id: number | undefined): TreeNode[] {
  const kind = screen === null || id === undefined ? null : kindOfId(screen);
  return kind === null || id === undefined ? [] : pathTo(site, { kind, id });
}

/** A node and all above it, lowest first; empty where there is none. */
export function pathTo({ byKey }: SiteNodes, node: Pick<TreeNode, 'kind' | 'id'>): TreeNode[] {
  const path: TreeNode[] = [];
  let key: string | null = nodeKey(node);
  while (key !== null) {
    const node = byKey.get(key);
    if (node === undefined) break;
    path.push(node);
    key = parentKey(node);
  }
  return path;
}

/** Names of the places above a node, topmost first. */
export function namesAbove(site: SiteNodes, node: TreeNode): string[] {
  const key = parentKey(node);
  const above = key === null ? undefined : site.byKey.get(key);
  return above === undefined ? [] : [...namesAbove(site, above), above.name];
}

/** Places whose name holds a text, in the order of the tree. */
export const searchNodes = (nodes: readonly TreeNode[], text: string): TreeNode[] =>
  nodes.filter(({ name }) => name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()));
