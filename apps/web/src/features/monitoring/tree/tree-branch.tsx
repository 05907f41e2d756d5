import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import { AlarmPill } from '../../../shared/alarm-pill/alarm-pill.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NodeLink } from './node-link.tsx';
import styles from './tree.module.css';
import { nodeKey, type SiteNodes } from './tree-nodes.ts';

interface TreeBranchProps {
  nodes: readonly TreeNode[];
  site: SiteNodes;
  level: number;
  /** Key of the place that is on screen. */
  current: string | null;
  isOpen: (key: string) => boolean;
  onToggle: (key: string) => void;
  onNavigate: () => void;
}

/** Places of one level, and below each open one its children. */
export function TreeBranch(props: TreeBranchProps) {
  const { nodes, level } = props;
  return (
    <ul className={styles.branch} style={{ '--level': level } as React.CSSProperties}>
      {nodes.map((node) => (
        <TreeItem key={nodeKey(node)} {...props} node={node} />
      ))}
    </ul>
  );
}

function TreeItem({ node, ...props }: TreeBranchProps & { node: TreeNode }) {
  const { t } = useTranslation();
  const { site, level, current, isOpen, onToggle, onNavigate } = props;
  const key = nodeKey(node);
  const below = site.children.get(key);
  const open = below !== undefined && isOpen(key);
  const word = open ? 'monitoring.tree.collapse' : 'monitoring.tree.expand';
  return (
    <li>
      <div className={styles.item} data-current={key === current || undefined}>
        {below === undefined ? (
          <span className={styles.leaf} />
        ) : (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-label={t(word, { name: node.name })}
            onClick={() => onToggle(key)}
          >
            <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
          </button>
        )}
        <NodeLink node={node} current={key === current} onNavigate={onNavigate} />
        <AlarmPill kind={node.kind} id={node.id} name={node.name} flat />
      </div>
      {open ? <TreeBranch {...props} nodes={below} level={level + 1} /> : null}
    </li>
  );
}
