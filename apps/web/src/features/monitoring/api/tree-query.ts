import { getTree } from '@airdeck/contract/monitoring/routes';
import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { mergeTree } from '../live/merge-tree.ts';
import { recentEvents } from '../live/recent-events.ts';
import { KEYS, whileTranslating } from './keys.ts';

async function fetchTree(signal: AbortSignal): Promise<TreeNode[]> {
  const { nodes } = await call(getTree, { signal });
  return recentEvents.ofType('tree').reduce(mergeTree, nodes);
}

/** Every place that the user may see, each after its parent. */
export const treeQuery = () =>
  queryOptions<TreeNode[], ApiFailure>({
    queryKey: KEYS.tree(),
    placeholderData: whileTranslating(KEYS.tree()),
    queryFn: ({ signal }) => fetchTree(signal),
    staleTime: 60_000,
  });
