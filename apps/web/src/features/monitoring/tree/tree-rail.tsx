import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { NodeLink } from './node-link.tsx';
import styles from './tree.module.css';
import { nodeKey } from './tree-nodes.ts';

/** The drawer at its narrowest: how each organization is. */
export function TreeRail({ roots }: { roots: readonly TreeNode[] }) {
  return (
    <ul className={styles.rail}>
      {roots.map((node) => (
        <li key={nodeKey(node)}>
          <NodeLink node={node} markOnly />
        </li>
      ))}
    </ul>
  );
}
