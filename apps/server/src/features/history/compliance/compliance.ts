import { dayRangeOf } from '@airdeck/contract/history/query';
import {
  type AppliedRule,
  type ComplianceAnswer,
  type CompliancePlace,
  type ComplianceQuery,
  MAX_COMPLIANCE_DAYS,
  MAX_COMPLIANCE_METERS,
  type RuleVerdict,
} from '@airdeck/contract/limit/compliance';
import { isDraft } from '@airdeck/domain/limit/rule';
import { addCounts, emptyCounts, type Verdict, worse, worstVerdict } from '@airdeck/domain/limit/rule-counts';
import { dayCount } from '@airdeck/domain/range';
import { shownShare } from '@airdeck/domain/share';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import { createGiveWay } from '../../../platform/give-way.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { localName } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { metersOf } from '../request/filter.ts';
import { placesOf } from '../request/places.ts';
import { assessMeters, type MeterVerdict } from './assess-meters.ts';
import { listFacts } from './facility-queries.ts';
import { readOutdoors } from './outdoors.ts';
import { findPack, infoOf, type PlacedRule } from './packs.ts';
import { createPlan, type Plan } from './plan.ts';

const ruleOf = (rule: PlacedRule): AppliedRule => ({
  code: rule.code,
  type: rule.quantity,
  value: rule.value,
  unit: rule.unit,
  direction: rule.direction,
  basis: rule.basis,
  averaging: rule.averaging,
  statistic: rule.statistic,
  hours: rule.hours,
  min_completeness: rule.minCompleteness,
  level: rule.level,
  recommended: rule.isRecommended,
  valid_from: rule.validFrom,
  valid_to: rule.validTo,
  draft: isDraft(rule),
  certainty: rule.certainty,
  averaging_certainty: rule.averagingCertainty,
  source: rule.source,
  checked_on: rule.checkedOn,
});

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : shownShare(part / whole));

interface OfMeter extends MeterVerdict {
  meter: Meter;
}

const worstOf = (all: readonly OfMeter[], rule: PlacedRule, { language }: RequestContext): RuleVerdict['worst'] => {
  let found: { meter: Meter; worst: NonNullable<MeterVerdict['counted']['worst']> } | null = null;
  for (const { meter, counted } of all) {
    const { worst } = counted;
    if (worst !== null && worse(found?.worst ?? null, worst, rule.direction) === worst) found = { meter, worst };
  }
  if (found === null) return null;
  const { meter, worst } = found;
  const inUnit = worst.isReading ? fromTicks : meanFromTicks;
  return {
    start: new Date(worst.start).toISOString(),
    end: new Date(worst.end).toISOString(),
    value: inUnit(rule.quantity, worst.ticks),
    limit: meanFromTicks(rule.quantity, worst.limit),
    reading: worst.isReading,
    meter_id: meter.id,
    meter_name: localName(meter, language),
  };
};

const verdictOfPlace = (rule: PlacedRule, all: readonly OfMeter[], context: RequestContext): RuleVerdict => {
  const counted = emptyCounts();
  const meters: Record<Verdict, number> = { MET: 0, EXCEEDED: 0, NOT_ENOUGH_DATA: 0, NOT_APPLICABLE: 0 };
  for (const each of all) {
    addCounts(counted, each.counted, rule.direction);
    meters[each.verdict]++;
  }
  const { expected, valid, complied, received, due } = counted;
  return {
    ...{ rule: rule.code, verdict: worstVerdict(all.map(({ verdict }) => verdict)), expected, valid, complied, meters },
    completeness: shareOf(received, due),
    share_of_valid: shareOf(complied, valid),
    share_of_all: shareOf(complied, expected),
    worst: worstOf(all, rule, context),
    outdoors_assumed: all.some(({ isOutdoorsAssumed }) => isOutdoorsAssumed),
  };
};

interface Group {
  id: number;
  meters: readonly Meter[];
  names: Pick<CompliancePlace, 'office_name' | 'department_name' | 'meter_name'>;
}

/** The places of the answer, each with its meters. */
const groupsOf = (context: RequestContext, query: ComplianceQuery): Group[] => {
  const { level } = query;
  const { language } = context;
  if (level === 'meter') {
    return metersOf(context, query).map((meter) => ({
      id: meter.id,
      meters: [meter],
      names: {
        office_name: localName(meter.department.office, language),
        department_name: localName(meter.department, language),
        meter_name: localName(meter, language),
      },
    }));
  }
  return placesOf(context, level, query).map(({ id, meters, office, department }) => ({
    ...{ id, meters },
    names: {
      office_name: office && localName(office, language),
      department_name: department && localName(department, language),
      meter_name: null,
    },
  }));
};

const factsOfPlace = (meters: readonly Meter[], plan: Plan): Pick<CompliancePlace, 'facility_kind' | 'hours_known'> => {
  const last = meters.map(({ department }) => plan.segmentsOf(department).at(-1)?.facts ?? null);
  const kinds = new Set(last.map((facts) => facts?.kind ?? null));
  const [kind = null] = kinds;
  return { facility_kind: kinds.size === 1 ? kind : null, hours_known: last.every((facts) => facts?.hours != null) };
};

/**
 * Verdicts of a pack of limits by place. Outdoor meters get none.
 * @throws Failure INVALID_PARAMETER, RESOURCE_NOT_FOUND, QUESTION_TOO_BIG
 */
export const loadCompliance = async (context: RequestContext, query: ComplianceQuery): Promise<ComplianceAnswer> => {
  const days = dayRangeOf(query);
  const groups = groupsOf(context, query);
  const meters = groups.flatMap((group) => group.meters);
  const organizations = new Set(meters.map(({ organization }) => organization));
  checkDays(days, organizations, context.now);
  if (dayCount(days) > MAX_COMPLIANCE_DAYS || meters.length > MAX_COMPLIANCE_METERS) {
    throw new Failure('QUESTION_TOO_BIG');
  }
  checkRollupRows(context, meters.length, days, 'day');
  const pack = await findPack(context, query.pack);
  const facts = await context.read((tx) =>
    listFacts(
      tx,
      [...organizations].map(({ id }) => id),
    ),
  );
  const plan = createPlan(pack, days, facts);
  const outdoors = await readOutdoors(context, pack, days, plan.outdoorMeters);
  const indoors = meters.filter(({ id }) => !plan.outdoorMeters.has(id));
  const verdicts = await assessMeters(context, indoors, { pack, plan, outdoors, days });
  const applied = new Set<PlacedRule>();

  const placeOf = ({ id, meters: own, names }: Group): CompliancePlace[] => {
    const all = own.flatMap((meter) => (verdicts.get(meter) ?? []).map((each): OfMeter => ({ ...each, meter })));
    const [first] = own;
    if (first === undefined || own.every((meter) => plan.outdoorMeters.has(meter.id))) return [];
    const held = pack.rules.filter((rule) => all.some((each) => each.rule === rule));
    for (const rule of held) applied.add(rule);
    const list = held.map((rule) =>
      verdictOfPlace(
        rule,
        all.filter((each) => each.rule === rule),
        context,
      ),
    );
    return [
      {
        ...{ level: query.level, place_id: id, organization_name: localName(first.organization, context.language) },
        ...{ ...names, time_zone: first.organization.timeZone, ...factsOfPlace(own, plan) },
        verdict: worstVerdict(list.map(({ verdict }) => verdict)),
        verdicts: list,
      },
    ];
  };
  const places: CompliancePlace[] = [];
  const giveWay = createGiveWay(context.work?.cancel);
  for (const group of groups) {
    await giveWay();
    places.push(...placeOf(group));
  }
  return { pack: infoOf(pack), rules: pack.rules.filter((rule) => applied.has(rule)).map(ruleOf), places };
};
