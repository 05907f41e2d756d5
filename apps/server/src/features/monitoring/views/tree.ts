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
  const grades = assessor.lastGrades(all, context);
  const gradeOf = new Map(all.map((place, i) => [place, grades?.[i] ?? null]));
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
        grade: gradeOf.get(place) ?? null,
      });
      add(below, item.id);
    }
  };
  add(organizations, null);
  return nodes;
};
