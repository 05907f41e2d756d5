import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import { NodeLink } from './node-link.tsx';
import styles from './tree.module.css';
import { namesAbove, nodeKey, type SiteNodes, searchNodes } from './tree-nodes.ts';

const MAX_FOUND = 50;

interface FoundNodesProps {
  nodes: readonly TreeNode[];
  site: SiteNodes;
  text: string;
  onNavigate: () => void;
}

/** Places found by name, with where they are. */
export function FoundNodes({ nodes, site, text, onNavigate }: FoundNodesProps) {
  const { t } = useTranslation();
  const found = searchNodes(nodes, text);
  if (found.length === 0) return <p className={styles.none}>{t('monitoring.tree.none', { text })}</p>;
  return (
    <>
      <ul className={styles.branch}>
        {found.slice(0, MAX_FOUND).map((node) => (
          <li key={nodeKey(node)} className={styles.item}>
            <NodeLink node={node} above={namesAbove(site, node).join(' › ')} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
      {found.length > MAX_FOUND ? (
        <p className={styles.none}>{t('monitoring.tree.more', { count: found.length - MAX_FOUND })}</p>
      ) : null}
    </>
  );
}
