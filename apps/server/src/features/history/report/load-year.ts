import type {
  FormLimit,
  LaboratoryResult,
  YearlyEntries,
  YearlyForm,
  YearlySheet,
} from '@airdeck/contract/report/yearly';
import { localDay } from '@airdeck/domain/calendar';
import { coverageOf, groupOf } from '@airdeck/domain/limit/facility';
import { LIMIT_PACKS } from '@airdeck/domain/limit/packs/index';
import { complies, isDraft, type LimitRule } from '@airdeck/domain/limit/rule';
import type { Verdict } from '@airdeck/domain/limit/rule-counts';
import { rulesOn } from '@airdeck/domain/limit/rules-on';
import { FORM_QUANTITIES, keptUntil, ministryOn, reportDue, seasonOf } from '@airdeck/domain/report/statutory';
import { Failure } from '../../../platform/http/failure.ts';
import { localName, retentionOf } from '../../../registry/registry.ts';
import type { Office } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { loadCompliance } from '../compliance/compliance.ts';
import { metersOf } from '../request/filter.ts';
import { findOffice } from './load-month.ts';
import { loadRunningHours } from './running-hours.ts';
import { type OfficeFacts, readOfficeFacts, usualPack } from './usual-pack.ts';

export interface YearQuestion {
  officeId: number;
  year: number;
  pack: string | null;
  entries: YearlyEntries;
}

const yearDays = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });

const facilityOf = ({ facts, hoursText }: OfficeFacts, day: string): YearlySheet['facility'] => ({
  kind: facts.kind,
  group: facts.kind && groupOf(facts.kind),
  region: facts.region as YearlySheet['facility']['region'],
  area: facts.area,
  beds: facts.beds,
  seats: facts.seats,
  ventilation: facts.ventilation,
  opening_hours: hoursText,
  coverage: coverageOf(facts, day),
});

const isOfForm = (rule: LimitRule): boolean => FORM_QUANTITIES.some((quantity) => quantity === rule.quantity);

/** The limits of the form's quantities on a day, in the form's order. An own pack has none of a laboratory. */
const formLimits = (code: string, { facts }: OfficeFacts, day: string): FormLimit[] => {
  const pack = LIMIT_PACKS.find((each) => each.code === code);
  const rules = pack === undefined ? [] : rulesOn<LimitRule>(pack, facts, day).filter(isOfForm);
  return FORM_QUANTITIES.flatMap((quantity) =>
    rules
      .filter((rule) => rule.quantity === quantity)
      .slice(0, 1)
      .map((rule) => ({
        ...{ quantity, value: rule.value, unit: rule.unit, direction: rule.direction, draft: isDraft(rule) },
        ...{ recommended: rule.isRecommended, source: rule.source, valid_from: rule.validFrom },
      })),
  );
};

const verdictOf = ({ quantity, mean }: LaboratoryResult, limits: readonly FormLimit[]): Verdict | null => {
  const limit = limits.find((each) => each.quantity === quantity);
  return limit === undefined ? null : complies(mean, limit.value, limit.direction) ? 'MET' : 'EXCEEDED';
};

const deadlinesOf = (
  context: RequestContext,
  { organization }: Office,
  { facts }: OfficeFacts,
  { year, measuredOn }: { year: number; measuredOn: string | null },
): YearlySheet['deadlines'] => ({
  season: facts.kind && seasonOf(facts.kind, year),
  report_by: measuredOn && reportDue(measuredOn),
  kept_until: keptUntil(measuredOn ?? yearDays(year).to),
  readings_days: retentionOf(context.snapshot, organization.id).READING,
});

/** Limits and deadlines beside the entries of a new sheet. */
export const loadYearForm = async (
  context: RequestContext,
  { officeId, year }: { officeId: number; year: number },
): Promise<Omit<YearlyForm, 'entries'>> => {
  const office = findOffice(context, officeId);
  const { to } = yearDays(year);
  const known = await readOfficeFacts(context, office, to);
  const { kind, coverage } = facilityOf(known, to);
  const { season, kept_until, readings_days } = deadlinesOf(context, office, known, { year, measuredOn: null });
  const limits = formLimits(usualPack(known, to), known, to).map(({ quantity, value, unit, direction }) => ({
    ...{ quantity, value, unit, direction },
  }));
  return { facility_kind: kind, coverage, limits, season, kept_until, readings_days };
};

/**
 * The yearly sheet of an office: the parts of the official form, and continuous data as an annex.
 * @throws Failure INVALID_PARAMETER, RESOURCE_NOT_FOUND, QUESTION_TOO_BIG
 */
export const loadYear = async (
  context: RequestContext,
  { officeId, year, pack: chosen, entries }: YearQuestion,
): Promise<YearlySheet> => {
  const { language, now } = context;
  const office = findOffice(context, officeId);
  const { organization } = office;
  const today = localDay(now, organization.timeZone);
  const whole = yearDays(year);
  if (whole.from > today) throw new Failure('INVALID_PARAMETER', { year: 'FUTURE' });
  const days = { from: whole.from, to: whole.to < today ? whole.to : today };
  // The limits of the day of the measurement hold for it.
  const measuredDay = entries.measured_on ?? days.to;
  const known = await readOfficeFacts(context, office, measuredDay);
  const code = chosen ?? usualPack(known, measuredDay);
  const limits = formLimits(code, known, measuredDay);
  const asked = { pack: code, officeId, startTime: days.from, endTime: days.to, meterId: undefined } as const;
  const ofOffice = await loadCompliance(context, { ...asked, level: 'office' });
  const ofRooms = await loadCompliance(context, { ...asked, level: 'department' });
  const running = await loadRunningHours(context, officeId, days);
  return {
    office_id: office.id,
    office_name: localName(office, language),
    organization_name: localName(organization, language),
    year,
    time_zone: organization.timeZone,
    made_on: today,
    ministry: ministryOn(today),
    pack: ofOffice.pack,
    facility: facilityOf(known, measuredDay),
    entries,
    purifiers: running.map(({ purifierId, ...each }) => ({
      ...each,
      model: context.snapshot.purifiers.get(purifierId)?.model ?? null,
    })),
    limits,
    verdicts: entries.results.map((result) => verdictOf(result, limits)),
    deadlines: deadlinesOf(context, office, known, { year, measuredOn: entries.measured_on }),
    annex: {
      meters: metersOf(context, { officeId, startTime: days.from }).length,
      hours_known: ofOffice.places[0]?.hours_known ?? false,
      rules: ofOffice.rules,
      office: ofOffice.places[0]?.verdicts ?? [],
      rooms: ofRooms.places.map(({ department_name, verdict, verdicts }) => ({
        name: department_name ?? '',
        ...{ verdict, verdicts },
      })),
    },
  };
};
