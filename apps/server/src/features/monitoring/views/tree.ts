import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { compareNames } from '../../../site/compare-names.ts';
import { localName } from '../../../site/site.ts';
import type { Place } from '../assess/places.ts';
import type { Glance } from './glance.ts';

/** Every place that the asker sees, each after its parent, by name. */
export const listTree = ({ sight, assessor, moment, language }: Glance): TreeNode[] => {
  const nodes: TreeNode[] = [];
  const add = (places: readonly Place[], parentId: number | null): void => {
    for (const place of places.toSorted((a, b) => compareNames(language, a.item, b.item))) {
      const { kind, item, meters, below } = place;
      const { grade } = assessor.place(place, moment);
      const name = localName(item, language);
      nodes.push({ kind, id: item.id, name, parent_id: parentId, meters: meters.length, grade });
      add(below, item.id);
    }
  };
  add(sight.organizations, null);
  return nodes;
};
