// @vitest-environment jsdom
import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { showAt } from '../testing/show-at.tsx';
import { TreeBranch } from './tree-branch.tsx';
import { siteNodes } from './tree-nodes.ts';

const drawn: string[] = [];
vi.mock('./node-link.tsx', () => ({
  NodeLink: ({ node }: { node: TreeNode }) => {
    drawn.push(`${node.name} ${node.grade}`);
    return <span>{node.name}</span>;
  },
}));

const node = (kind: TreeNode['kind'], id: number, parent_id: number | null): TreeNode => ({
  ...{ kind, id, parent_id, name: `${kind} ${id}` },
  ...{ meters: 1, grade: 'GOOD' },
});
const ignore = () => undefined;

beforeEach(async () => {
  await speakInTests('en');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  endSession();
});

it('draws only the rows again whose node has changed', async () => {
  const nodes = [node('organization', 1, null), node('office', 1, 1), node('office', 2, 1)];
  let change: (nodes: TreeNode[]) => void = ignore;
  function Tree() {
    const [rows, setRows] = useState(nodes);
    change = setRows;
    const site = siteNodes(rows);
    return (
      <TreeBranch
        nodes={site.roots}
        {...{ site, level: 0, current: null, onToggle: ignore, onNavigate: ignore }}
        isOpen={() => true}
      />
    );
  }
  showAt('/monitoring/agency', <Tree />);
  await screen.findByText('office 2');
  drawn.length = 0;
  change(nodes.map((each) => (each.name === 'office 2' ? { ...each, grade: 'BAD' } : each)));
  await expect.poll(() => drawn).toEqual(['office 2 BAD']);
});
