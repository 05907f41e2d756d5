import type { AppliedRule, CompliancePlace, ComplianceQuery, RuleVerdict } from '@airdeck/contract/limit/compliance';
import { chunksOf, type OpenList } from '../list/row-list.ts';
import { loadCompliance } from './compliance.ts';

/** A rule at a place, as a row of a file. */
export interface ComplianceRow {
  place: Omit<CompliancePlace, 'verdicts'>;
  rule: AppliedRule;
  verdict: RuleVerdict;
  time_zone: string;
}

export const openCompliance: OpenList<ComplianceQuery, ComplianceRow> = async (context, query) => {
  const { rules, places } = await loadCompliance(context, query);
  const byCode = new Map(rules.map((rule) => [rule.code, rule]));
  const rows = places.flatMap((place) =>
    place.verdicts.flatMap((verdict): ComplianceRow[] => {
      const rule = byCode.get(verdict.rule);
      return rule ? [{ place, rule, verdict, time_zone: place.time_zone }] : [];
    }),
  );
  return { total: rows.length, chunks: (from, to) => chunksOf(rows.slice(from, to)) };
};
