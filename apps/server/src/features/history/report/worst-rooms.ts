import type { AppliedRule, CompliancePlace } from '@airdeck/contract/limit/compliance';
import { WORST_ROOMS, type WorstRoom } from '@airdeck/contract/report/monthly';
import { localDay } from '@airdeck/domain/calendar';
import { actFor } from '@airdeck/domain/report/advice';
import { peakHour } from '@airdeck/domain/report/week-peak';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { JudgedRule } from './month-types.ts';
import type { OpenHour } from './office-hours.ts';

/** How much of the rule's time failed, and how far the worst period is from the limit: for an order. */
const badness = ({ rule, verdict: { share_of_valid, worst } }: JudgedRule): [failed: number, near: number] => {
  const ratio = worst === null || worst.limit === 0 || worst.value === 0 ? 0 : worst.value / worst.limit;
  return [1 - (share_of_valid ?? 1), rule.direction === 'AT_LEAST' && ratio > 0 ? 1 / ratio : ratio];
};

const worseFirst = (a: JudgedRule, b: JudgedRule): number => {
  const [failedA, nearA] = badness(a);
  const [failedB, nearB] = badness(b);
  return failedB - failedA || nearB - nearA;
};

/** The rooms of an office that kept to its limits least, each by its worst rule. Rooms without a failed period are left out. */
export const worstRooms = (
  places: readonly CompliancePlace[],
  rules: readonly AppliedRule[],
  hours: readonly OpenHour[],
  snapshot: RegistrySnapshot,
): WorstRoom[] => {
  const byCode = new Map(rules.map((rule) => [rule.code, rule]));
  return places
    .flatMap((place) => {
      const judged = place.verdicts.flatMap((verdict): JudgedRule[] => {
        const rule = byCode.get(verdict.rule);
        return rule === undefined || verdict.share_of_valid === null ? [] : [{ rule, verdict }];
      });
      const [worst] = judged.toSorted(worseFirst);
      return worst === undefined || badness(worst)[0] === 0 ? [] : [{ place, worst }];
    })
    .toSorted((a, b) => worseFirst(a.worst, b.worst))
    .slice(0, WORST_ROOMS)
    .map(({ place, worst: { rule, verdict } }): WorstRoom => {
      const own = hours.filter(({ meter, type }) => meter.department.id === place.place_id && type === rule.type);
      const meters = snapshot.departments.get(place.place_id)?.meters ?? [];
      return {
        department_id: place.place_id,
        name: place.department_name ?? '',
        type: rule.type,
        rule: rule.code,
        failed: 1 - (verdict.share_of_valid ?? 1),
        worst: verdict.worst && {
          value: verdict.worst.value,
          limit: verdict.worst.limit,
          day: localDay(Date.parse(verdict.worst.start), place.time_zone),
        },
        when: peakHour(own, rule.direction === 'AT_LEAST'),
        act: actFor(
          rule.type,
          meters.some(({ purifiers }) => purifiers.length > 0),
        ),
      };
    });
};
