import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { memo } from 'react';
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
  onToggle: (key: string, open: boolean) => void;
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
  const { site, level, current, isOpen, onToggle, onNavigate } = props;
  const key = nodeKey(node);
  const below = site.children.get(key);
  const open = below !== undefined && isOpen(key);
  return (
    <li>
      <TreeRow
        node={node}
        open={below === undefined ? null : open}
        current={key === current}
        onToggle={onToggle}
        onNavigate={onNavigate}
      />
      {open ? <TreeBranch {...props} nodes={below} level={level + 1} /> : null}
    </li>
  );
}

interface TreeRowProps extends Pick<TreeBranchProps, 'onToggle' | 'onNavigate'> {
  node: TreeNode;
  /** null: nothing is below it. */
  open: boolean | null;
  current: boolean;
}

/** Drawn again only for its own changes: there may be a thousand, and a grade changes somewhere each second. */
const TreeRow = memo(function TreeRow({ node, open, current, onToggle, onNavigate }: TreeRowProps) {
  const { t } = useTranslation();
  const word = open ? 'monitoring.tree.collapse' : 'monitoring.tree.expand';
  return (
    <div className={styles.item} data-current={current || undefined}>
      {open === null ? (
        <span className={styles.leaf} />
      ) : (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-label={t(word, { name: node.name })}
          onClick={() => onToggle(nodeKey(node), !open)}
        >
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
        </button>
      )}
      <NodeLink node={node} current={current} onNavigate={onNavigate} />
      <AlarmPill kind={node.kind} id={node.id} name={node.name} flat />
    </div>
  );
});
