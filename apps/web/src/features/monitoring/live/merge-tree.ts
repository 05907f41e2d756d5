import type { LiveEvent } from '@airdeck/contract/live/event';
import type { TreeNode } from '@airdeck/contract/monitoring/schema';

export type TreeEvent = Extract<LiveEvent, { type: 'tree' }>;

/** Rows of the site tree with their new grades; rows without one stay the very same objects. */
export function mergeTree(nodes: readonly TreeNode[], event: TreeEvent): TreeNode[] {
  const grades = new Map(event.nodes.map(({ kind, id, grade }) => [`${kind} ${id}`, grade]));
  return nodes.map((node) => {
    const grade = grades.get(`${node.kind} ${node.id}`);
    return grade === undefined || grade === node.grade ? node : { ...node, grade };
  });
}
