import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { compareNames } from '../../../localization/compare-names.ts';
import { localName } from '../../../registry/registry.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { Assessor } from '../assess/assessor.ts';
import { type Place, placesOf } from '../assess/places.ts';

/** Every place that the viewer sees, by name, parents before children. */
export const listTree = (assessor: Assessor, context: RequestContext): TreeNode[] => {
  const { language } = context;
  const { all, organizations } = placesOf(context);
  const grades = new Map(assessor.places(all, context).map(({ place, air }) => [place, air.worst?.grade ?? null]));
  const nodes: TreeNode[] = [];
  const add = (places: readonly Place[], parentId: number | null): void => {
    for (const place of places.toSorted((a, b) => compareNames(language, a.item, b.item))) {
      const { kind, item, meters, below } = place;
      const name = localName(item, language);
      nodes.push({
        kind,
        id: item.id,
        name,
        parent_id: parentId,
        meters: meters.length,
        grade: grades.get(place) ?? null,
      });
      add(below, item.id);
    }
  };
  add(organizations, null);
  return nodes;
};
