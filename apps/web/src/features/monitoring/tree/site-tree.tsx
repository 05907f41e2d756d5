import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { screenOf } from '../address/screen.ts';
import { treeQuery } from '../api/queries.ts';
import { SearchField } from '../shared/list-tools.tsx';
import { FoundNodes } from './found-nodes.tsx';
import { NodeLink } from './node-link.tsx';
import { usePlaceChoice } from './place-choice.ts';
import styles from './tree.module.css';
import { TreeBranch } from './tree-branch.tsx';
import { nodeKey, pathOf, pathTo, type SiteNodes, siteNodes } from './tree-nodes.ts';

/** The search is offered from this number of places on. */
const SEARCH_FROM = 20;
const SKELETONS = [80, 60, 64, 52, 76, 58];

interface SiteTreeProps {
  /** 56 px: marks of the organizations, no words. */
  rail: boolean;
  onNavigate: () => void;
}

/** The tree of all places that the user may see, with their grades. */
export function SiteTree({ rail, onNavigate }: SiteTreeProps) {
  const { t } = useTranslation();
  const { data: nodes } = useQuery(treeQuery());
  const site = useMemo(() => siteNodes(nodes ?? []), [nodes]);
  if (nodes === undefined) {
    return (
      <div aria-hidden="true" className={styles.waiting}>
        {SKELETONS.map((width) => (
          <Skeleton key={width} width={rail ? '100%' : `${width}%`} height={36} />
        ))}
      </div>
    );
  }
  return (
    <nav aria-label={t('monitoring.tree.label')}>
      {rail ? <TreeRail roots={site.roots} /> : <OpenTree nodes={nodes} site={site} onNavigate={onNavigate} />}
    </nav>
  );
}

/** The place of the address and those above it, lowest first. */
function useCurrentPath(site: SiteNodes): TreeNode[] {
  const screen = useLocation({ select: ({ pathname }) => screenOf(pathname) });
  const { id } = useParams({ strict: false });
  const choice = usePlaceChoice();
  if (choice !== null) return choice.chosen === null ? [] : pathTo(site, choice.chosen);
  return pathOf(site, screen, id === undefined ? undefined : Number(id));
}

interface OpenTreeProps {
  nodes: readonly TreeNode[];
  site: SiteNodes;
  onNavigate: () => void;
}

function OpenTree({ nodes, site, onNavigate }: OpenTreeProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const path = useCurrentPath(site);
  const onPath = new Set(path.map(nodeKey));
  const isOpen = (key: string) => toggled.get(key) ?? onPath.has(key);
  // The same function each time: rows are drawn again when it changes.
  const toggle = useCallback((key: string, open: boolean) => setToggled((old) => new Map(old).set(key, open)), []);
  const current = path[0];
  return (
    <>
      {nodes.length > SEARCH_FROM ? (
        <div className={styles.search}>
          <SearchField label={t('monitoring.tree.search')} value={text} onChange={setText} />
        </div>
      ) : null}
      {text.trim() === '' ? (
        <TreeBranch
          nodes={site.roots}
          site={site}
          level={0}
          current={current === undefined ? null : nodeKey(current)}
          isOpen={isOpen}
          onToggle={toggle}
          onNavigate={onNavigate}
        />
      ) : (
        <FoundNodes nodes={nodes} site={site} text={text} onNavigate={onNavigate} />
      )}
    </>
  );
}

/** The narrow drawer: a mark for each organization. */
function TreeRail({ roots }: { roots: readonly TreeNode[] }) {
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
